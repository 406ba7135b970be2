import { Form, Link, useLocation, useSearchParams } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

type SidebarLayoutProps = {
  label: string;
  groups: NavGroup[];
  /** The path of this page in the list, if it has several addresses. */
  current?: string;
  /** The query of the page's search, which filters the list. If undefined, the list has a search by title. */
  word?: string;
  children: ReactNode;
};

/**
 * A page beside a navigation list. On a phone, the list is above the page and collapsed unless there is a query; it
 * collapses again after navigation.
 */
export function SidebarLayout({ label, groups, current, word, children }: SidebarLayoutProps) {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const all = `${label}: all sections`;
  const list = { groups, label, current: current ?? pathname };
  const nav = (id: string, name = label) =>
    word === undefined ? (
      <SectionNav {...list} id={id} name={name} />
    ) : (
      <SectionList {...list} groups={filterIfFound(groups, word)} name={name} />
    );
  return (
    <div className="grid gap-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-14">
      <details
        className="rounded-md border border-line px-4 py-3 lg:hidden"
        key={pathname}
        open={params.has('q') || Boolean(word)}
      >
        <summary className="-my-0.5 cursor-pointer py-0.5 text-sm font-medium">{all}</summary>
        <div className="pt-4">{nav('search-folded', all)}</div>
      </details>
      <aside className="sticky top-8 hidden max-h-[calc(100dvh-4rem)] self-start overflow-y-auto lg:block">
        {nav('search')}
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
  /** Id of the search field. The ids must differ if the page has the list twice. */
  id: string;
  /** Names the pages of the list, such as "Documentation". */
  label: string;
  /** Accessible name of this list, unique on the page. */
  name: string;
  groups: NavGroup[];
  /** The path of the open page. */
  current: string;
};

/**
 * A list of pages with a search by title. The list is filtered while the user types; without JavaScript, the form
 * submits `q`.
 */
function SectionNav({ id, label, name, groups, current }: SectionNavProps) {
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
        {/* With JavaScript the list is filtered while the user types. */}
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
      <SectionList current={current} groups={found} name={name} />
    </div>
  );
}

type SectionListProps = Pick<SectionNavProps, 'name' | 'groups' | 'current'>;

function SectionList({ name, groups, current }: SectionListProps) {
  return (
    <nav aria-label={name} className="grid gap-5">
      {groups
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
  );
}

/**
 * Returns the groups with only those links whose title or search terms contain a word. If there are none, returns all
 * links, because the search of the page finds more.
 */
function filterIfFound(groups: NavGroup[], word: string): NavGroup[] {
  const found = groups.map((group) => ({ ...group, links: filterLinks(group, word) }));
  return found.some(({ links }) => links.length > 0) ? found : groups;
}

const filterLinks = ({ links }: NavGroup, word: string) =>
  links.filter(({ label, keywords = '' }) =>
    `${label} ${keywords}`.toLowerCase().includes(word.trim().toLowerCase()),
  );
