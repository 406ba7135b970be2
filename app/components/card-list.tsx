import type { ReactNode } from 'react';

/** The rows of a card, or a sentence if there are none. */
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
