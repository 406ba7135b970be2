import { useLocation } from '@remix-run/react';
import { PageLinks } from './page-links.tsx';

type ListPagesProps = {
  /** What the list has, for the name of its links. */
  name: string;
  /** The query parameter with the key after which the shown page begins. */
  param: string;
  /** The key after which the next page begins; null on the last. */
  next: string | null;
  labels?: { first: string; next: string };
  className?: string;
};

/** Links from a page of a list to the others, where the screen has several lists: those stay on their pages. */
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
