import { Form, Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Postmark } from './icons.tsx';
import { QuietLink } from './links.tsx';

type SearchFormProps = {
  /** The address of the list. */
  to: string;
  /** The current query. With an empty query, the list shows everything. */
  typed: string;
  /** The name of the field. */
  name: string;
  label: string;
  maxLength: number;
  inputMode?: 'tel';
};

/** Searches a list. The form is submitted as GET, so that the result has a URL. */
export function SearchForm({ to, typed, name, label, maxLength, inputMode }: SearchFormProps) {
  return (
    <Form
      action={to}
      className="flex flex-wrap items-end gap-3"
      // Resets the field when a link changes the query.
      key={typed}
      role="search"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <label className="text-xs text-faint" htmlFor="list-search">
          {label}
        </label>
        <input
          autoComplete="off"
          className="input"
          defaultValue={typed}
          id="list-search"
          inputMode={inputMode}
          maxLength={maxLength}
          name={name}
          type="search"
        />
      </div>
      <button className="button-quiet min-h-10" type="submit">
        Search
      </button>
      {typed ? (
        <Link className="link py-2 text-sm" to={to}>
          Show all
        </Link>
      ) : null}
    </Form>
  );
}

/** The minimum width of the surrounding `@container` for the rows to form a table. Below it, each row is a card. */
type TableFrom = '2xl' | '4xl';

// The class names are written in full, because Tailwind searches this file for them.
const classes = {
  '2xl': {
    frame: '@2xl:card',
    table: '@2xl:table',
    fixed: '@2xl:table-fixed',
    head: '@2xl:table-header-group',
    heading: 'px-4',
    body: '@2xl:table-row-group',
    row: '@2xl:table-row @2xl:rounded-none @2xl:border-x-0 @2xl:border-t-0 @2xl:bg-transparent @2xl:last:border-b-0',
  },
  '4xl': {
    frame: '@4xl:card',
    table: '@4xl:table',
    fixed: '@4xl:table-fixed',
    head: '@4xl:table-header-group',
    heading: 'px-3',
    body: '@4xl:table-row-group',
    row: '@4xl:table-row @4xl:rounded-none @4xl:border-x-0 @4xl:border-t-0 @4xl:bg-transparent @4xl:last:border-b-0',
  },
} satisfies Record<TableFrom, Record<string, string>>;

type CardTableProps = {
  caption: string;
  columns: readonly string[];
  from?: TableFrom;
  /** Fixed widths of columns, by name; a column without a width takes the rest. For tables with many one-line rows. */
  widths?: Record<string, string>;
  /** `CardRow`s. */
  children: ReactNode;
};

/** A table whose rows are cards on narrow screens. */
export function CardTable({ caption, columns, from = '4xl', widths, children }: CardTableProps) {
  const shape = classes[from];
  return (
    <div className={shape.frame}>
      <table className={`block w-full text-sm ${shape.table} ${widths ? shape.fixed : ''}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={`hidden ${shape.head}`}>
          <tr className="border-b border-line text-left text-xs text-faint">
            {columns.map((column) => (
              <th
                className={`py-2 font-normal whitespace-nowrap ${shape.heading} ${widths?.[column] ?? ''}`}
                key={column}
                scope="col"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={`grid ${widths ? 'gap-3' : 'gap-4'} ${shape.body}`}>{children}</tbody>
      </table>
    </div>
  );
}

type CardRowProps = { className: string; from?: TableFrom; id?: string; children: ReactNode };

/** A row of a `CardTable`. It must have the same `from` as the table. */
export function CardRow({ className, from = '4xl', id, children }: CardRowProps) {
  return (
    <tr className={`card ${classes[from].row} ${className}`} id={id}>
      {children}
    </tr>
  );
}

type CardCellProps = {
  /** The name of the column. A card shows it above the content of the cell. */
  label?: string;
  /** Whether the cell takes a whole line of a card. */
  wide?: boolean;
  children: ReactNode;
};

/** A cell for a `CardRow` whose card is a grid of two columns. */
export function CardCell({ label, wide = false, children }: CardCellProps) {
  return (
    <td
      className={`block min-w-0 px-4 py-1.5 align-baseline @4xl:table-cell @4xl:px-3 ${wide ? 'col-span-2' : ''}`}
    >
      {label ? <span className="block text-xs text-faint @4xl:hidden">{label}</span> : null}
      {children}
    </td>
  );
}

/** The rows of a card, or a sentence if there are no rows. */
export function CardList({ empty, children }: { empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="px-5 py-4 text-sm text-faint">{empty}</p>;
  return <ul className="divide-y divide-line">{children}</ul>;
}

/** A row that ends with a button; on narrow screens the button is below. */
export const CardListRow = ({ children }: { children: ReactNode }) => (
  <li className="grid gap-2 px-5 py-2.5 text-sm @2xl:flex @2xl:items-center @2xl:justify-between @2xl:gap-4">
    {children}
  </li>
);

type PageLinksProps = {
  /** The address of the first page; null on the first page. */
  newest: string | null;
  /** The address of the next page; null on the last page. */
  older: string | null;
  /** The name of the links, if a screen has several lists. */
  name?: string;
  /** The labels of the links, for lists other than a log. */
  labels?: { first: string; next: string };
  className?: string;
  /** Content at the end of the line. */
  children?: ReactNode;
};

/** Links from a page of a log to the first and the next page. Renders nothing without links and `children`. */
export function PageLinks({
  newest,
  older,
  name = 'Pages',
  labels = { first: 'Newest', next: 'Older' },
  className = '',
  children,
}: PageLinksProps) {
  if (!newest && !older && !children) return null;
  return (
    <nav aria-label={name} className={`flex items-center gap-2 text-sm ${className}`}>
      {newest ? <QuietLink to={newest}>{labels.first}</QuietLink> : null}
      {older ? <QuietLink to={older}>{labels.next}</QuietLink> : null}
      {children}
    </nav>
  );
}

type ListPagesProps = {
  /** The kind of entries, for the accessible name of the links. */
  name: string;
  /** The query parameter with the key after which the shown page begins. */
  param: string;
  /** The key after which the next page begins; null on the last page. */
  next: string | null;
  labels?: { first: string; next: string };
  className?: string;
};

/**
 * Links from a page of a list to the first and the next page of this list. Other lists on the screen stay on their pages.
 */
export function ListPages({ name, param, next, ...look }: ListPagesProps) {
  const { pathname, search } = useLocation();
  const pageAfter = (key: string | null) => {
    const query = new URLSearchParams(search);
    if (key === null) query.delete(param);
    else query.set(param, key);
    return String(query) === '' ? pathname : `${pathname}?${query}`;
  };
  const isFirst = !new URLSearchParams(search).has(param);
  return (
    <PageLinks
      {...look}
      name={`Pages of ${name}`}
      newest={isFirst ? null : pageAfter(null)}
      older={next && pageAfter(next)}
    />
  );
}

type EmptyStateProps = {
  title: string;
  text: string;
  /** A link to the next step. */
  children: ReactNode;
};

/** Shown instead of a list that has no entries yet. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <section className="card grid justify-items-center gap-4 px-6 py-12 text-center">
      <Postmark />
      <div className="grid gap-1">
        <h2 className="font-medium">{title}</h2>
        <p className="text-sm text-faint">{text}</p>
      </div>
      {children}
    </section>
  );
}
