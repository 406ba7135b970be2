import { Form, Link, useLocation, useSearchParams } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

type SidebarLayoutProps = {
  label: string;
  groups: NavGroup[];
  /** The path of this page in the list, if it has several addresses. */
  current?: string;
  children: ReactNode;
};

/**
 * A page beside a navigation list. On a phone the list is above, collapsed unless there is a query; it
 * collapses again after navigation.
 */
export function SidebarLayout({ label, groups, current, children }: SidebarLayoutProps) {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const all = `${label}: all sections`;
  const list = { groups, label, current: current ?? pathname };
  return (
    <div className="grid gap-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-14">
      <details
        className="rounded-md border border-line px-4 py-3 lg:hidden"
        key={pathname}
        open={params.has('q')}
      >
        <summary className="cursor-pointer text-sm font-medium">{all}</summary>
        <div className="pt-4">
          <SectionNav {...list} id="search-folded" name={all} />
        </div>
      </details>
      <aside className="sticky top-8 hidden max-h-[calc(100dvh-4rem)] self-start overflow-y-auto lg:block">
        <SectionNav {...list} id="search" />
      </aside>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

type NavGroup = {
  title?: string;
  links: {
    to: string;
    label: string;
    /** A short label beside the title, such as the method of a call. */
    badge?: string;
    /** Further search terms besides the title. */
    keywords?: string;
  }[];
};

type SectionNavProps = {
  /** Id of the search field, as a page may have the list twice. */
  id: string;
  /** Names the pages of the list, such as "Documentation". */
  label: string;
  /** Accessible name of this list, unique on the page; `label` by default. */
  name?: string;
  groups: NavGroup[];
  /** The path of the open page. */
  current: string;
};

/** A list of pages with a search by title: as one types, or without JavaScript by submitting `q`. */
function SectionNav({ id, label, name = label, groups, current }: SectionNavProps) {
  const [params] = useSearchParams();
  const [word, setWord] = useState(params.get('q') ?? '');
  const field = useRef<HTMLInputElement>(null);
  // Reads what was typed before hydration.
  useEffect(() => setWord((known) => field.current?.value ?? known), []);
  const found = groups.map((group) => ({ ...group, links: filterLinks(group, word) }));
  const count = found.reduce((sum, { links }) => sum + links.length, 0);
  return (
    <div className="grid content-start gap-4 text-sm">
      {/* Enter puts the query into the address, and keeps the scroll position. */}
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
        {/* With JavaScript the list is filtered as one types. */}
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
                {links.map(({ to, label, badge }) => (
                  <li key={to}>
                    <Link
                      aria-current={to === current ? 'page' : undefined}
                      className="-ml-px flex items-baseline justify-between gap-3 border-l border-transparent py-1.5 pl-3 text-faint hover:text-ink aria-[current=page]:border-coral aria-[current=page]:text-ink"
                      to={to}
                    >
                      {label}
                      {badge ? (
                        <span className="font-mono text-[0.6875rem] text-faint">{badge}</span>
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

const filterLinks = ({ links }: NavGroup, word: string) =>
  links.filter(({ label, keywords = '' }) =>
    `${label} ${keywords}`.toLowerCase().includes(word.trim().toLowerCase()),
  );
