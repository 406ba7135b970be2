import { Form, Link, useSearchParams } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

export type NavGroup = {
  title?: string;
  links: {
    to: string;
    label: string;
    /** A few letters beside the title, such as the method of a call. */
    note?: string;
    /** What it is found by besides its title. */
    keywords?: string;
  }[];
};

type SectionNavProps = {
  /** Of the search field: a page may have the list twice. */
  id: string;
  /** What is listed, such as "Documentation". */
  label: string;
  /** Of this list, unlike any other's on the page; what is listed unless told. */
  name?: string;
  groups: NavGroup[];
  /** The path of the page that is open. */
  current: string;
};

/**
 * A list of pages that can be searched by title: as one types, or, without JavaScript, by sending
 * the word as `q`.
 */
export function SectionNav({ id, label, name = label, groups, current }: SectionNavProps) {
  const [params] = useSearchParams();
  const [word, setWord] = useState(params.get('q') ?? '');
  const field = useRef<HTMLInputElement>(null);
  // What was typed before the script ran.
  useEffect(() => setWord((known) => field.current?.value ?? known), []);
  const found = groups.map((group) => ({ ...group, links: matching(group, word) }));
  const count = found.reduce((sum, { links }) => sum + links.length, 0);
  return (
    <div className="grid content-start gap-4 text-sm">
      {/* To press Enter keeps the word in the address, and the place on the page. */}
      <Form aria-label={`Search ${name}`} preventScrollReset replace role="search">
        <label className="sr-only" htmlFor={id}>
          Search {label} by title
        </label>
        <input
          autoComplete="off"
          className="input"
          id={id}
          maxLength={100}
          name="q"
          onChange={({ target }) => setWord(target.value)}
          placeholder="Search by title"
          ref={field}
          type="search"
          value={word}
        />
        {/* With JavaScript the list follows what is typed. */}
        <noscript>
          <button className="button-quiet mt-2" type="submit">
            Search
          </button>
        </noscript>
      </Form>
      <div className={count === 0 ? 'grid gap-2 text-faint' : 'sr-only'} role="status">
        {count === 0 ? (
          <>
            <p className="wrap-anywhere">{`No section title contains “${word.trim()}”.`}</p>
            <p>
              <Link className="link" onClick={() => setWord('')} preventScrollReset replace to="?">
                Show all
              </Link>
            </p>
          </>
        ) : word.trim() ? (
          `${count} found`
        ) : null}
      </div>
      <nav aria-label={name} className="grid gap-5">
        {found
          .filter(({ links }) => links.length > 0)
          .map(({ title, links }) => (
            <div className="grid gap-1" key={title ?? ''}>
              {title ? <p className="text-xs font-medium text-faint">{title}</p> : null}
              <ul className="border-l border-line">
                {links.map(({ to, label, note }) => (
                  <li key={to}>
                    <Link
                      aria-current={to === current ? 'page' : undefined}
                      className="-ml-px flex items-baseline justify-between gap-3 border-l border-transparent py-1.5 pl-3 text-faint hover:text-ink aria-[current=page]:border-coral aria-[current=page]:text-ink"
                      to={to}
                    >
                      {label}
                      {note ? (
                        <span className="font-mono text-[0.6875rem] text-faint">{note}</span>
                      ) : null}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </nav>
    </div>
  );
}

const matching = ({ links }: NavGroup, word: string) =>
  links.filter(({ label, keywords = '' }) =>
    `${label} ${keywords}`.toLowerCase().includes(word.trim().toLowerCase()),
  );
