import type { ReactNode } from 'react';

/** The minimum width of the surrounding `@container` for the rows to form a table. Below it, each row is a card. */
type TableFrom = '2xl' | '4xl';

// Whole class names, because Tailwind finds classes by reading this file.
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

/** A row of a `CardTable`, with the same `from`. */
export function CardRow({ className, from = '4xl', id, children }: CardRowProps) {
  return (
    <tr className={`card ${classes[from].row} ${className}`} id={id}>
      {children}
    </tr>
  );
}

type CardCellProps = {
  /** The name of the cell's column, which a card shows. */
  label?: string;
  /** Whether the cell takes a whole line of a card. */
  wide?: boolean;
  children: ReactNode;
};

/** A cell of a row that is a grid of two columns on a card. */
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
