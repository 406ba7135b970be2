import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { QuietLink } from '#app/components/links.tsx';

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
