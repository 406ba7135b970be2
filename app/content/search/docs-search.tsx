import { Form } from '@remix-run/react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Found, maxQueryLength, type Passage, type Piece } from '#app/content/docs.ts';
import { paths } from '#app/paths.ts';
import type { Search } from './create-search.ts';

type DocsSearchProps = { query?: string; onType?: (typed: string) => void };

/**
 * The search field of the documentation. It searches while the user types. Enter, also without JavaScript, opens the results
 * page. The arrow keys move between the field and the results, and Escape returns to the field.
 *
 * @param query the query of the results page
 * @param onType is called with each change, to filter a list of the page too
 */
export function DocsSearch({ query = '', onType }: DocsSearchProps) {
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<Found[] | 'loading' | 'failed'>('loading');
  const area = useRef<HTMLFormElement>(null);
  const isOpen = typed.trim() !== '';

  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    loadSearch().then(
      (search) => isCurrent && setState(search(typed)),
      () => isCurrent && setState('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [typed, isOpen]);

  const close = () => setTyped('');

  function onKeyDown(event: KeyboardEvent) {
    const stops = [...(area.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      stops[0]?.focus();
      close();
    } else if (step && isOpen) {
      event.preventDefault();
      const at = stops.indexOf(document.activeElement as HTMLElement);
      stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
    }
  }

  function onBlur({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  }

  return (
    <Form
      action={paths.docsSearch}
      aria-label="Search the documentation"
      className="relative flex gap-2"
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onSubmit={close}
      ref={area}
      role="search"
    >
      <label className="sr-only" htmlFor="docs-search">
        Search the documentation
      </label>
      <input
        autoComplete="off"
        className="input"
        defaultValue={query}
        id="docs-search"
        maxLength={maxQueryLength}
        name="query"
        onChange={({ target }) => {
          setTyped(target.value);
          onType?.(target.value);
        }}
        placeholder="Search the documentation"
        type="search"
      />
      <button className="button-quiet min-h-10" type="submit">
        Search
      </button>
      <p className="sr-only" role="status">
        {isOpen ? describeState(state) : null}
      </p>
      {isOpen ? (
        <div className="card absolute inset-x-0 top-full z-40 mt-2 max-h-[70dvh] overflow-y-auto shadow-lg">
          {Array.isArray(state) && state.length > 0 ? (
            <FoundList found={state} />
          ) : (
            <p className="px-4 py-3 text-sm text-faint">{describeState(state)}</p>
          )}
        </div>
      ) : null}
    </Form>
  );
}

function describeState(state: Found[] | 'loading' | 'failed'): string {
  if (state === 'loading') return 'Loading the search …';
  if (state === 'failed') return 'The search could not be loaded. Press Enter to search on a page.';
  if (state.length === 0) return 'Nothing found.';
  return `${state.length} found`;
}

/** Search results. The links are plain links, so that the browser applies `:target` to the part of the page. */
export function FoundList({ found }: { found: Found[] }) {
  return (
    <ol className="divide-y divide-line text-sm">
      {found.map(({ path, page, heading, excerpt }) => (
        <li key={path}>
          <a
            className="grid gap-1 px-4 py-3 -outline-offset-2 hover:bg-paper focus-visible:bg-paper"
            href={path}
          >
            <span className="text-xs text-faint">{page}</span>
            <span className="font-medium wrap-anywhere">
              <Pieces pieces={heading} />
            </span>
            <span className="text-faint wrap-anywhere">
              <Pieces pieces={excerpt} />
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map(({ text, marked }, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change order
    marked ? <mark key={i}>{text}</mark> : text,
  );
}

let loading: Promise<Search> | null = null;

/**
 * Loads the search in the browser: its script and the passages are fetched on first use.
 *
 * @throws if fetching fails; the next call tries again
 */
export function loadSearch(): Promise<Search> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Search> {
  const [{ createSearch }, passages] = await Promise.all([
    import('./create-search.ts'),
    fetchPassages(),
  ]);
  return createSearch(passages);
}

async function fetchPassages(): Promise<Passage[]> {
  const response = await fetch(paths.docsIndex);
  if (!response.ok) throw new Error(`${paths.docsIndex} returned ${response.status}`);
  return response.json();
}
