import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

type PageLinksProps = {
  /** The address of the first page; null on it. */
  newest: string | null;
  /** The address of the next page; null on the last. */
  older: string | null;
  /** The name of the links, where a screen has several. */
  name?: string;
  /** What the links are called, of a list that is not a log. */
  labels?: { first: string; next: string };
  className?: string;
  /** What stands at the end of the line. */
  children?: ReactNode;
};

/** Links from a page of a log to the others; nothing if there are none and no `children`. */
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
      {newest ? (
        <Link className="button-quiet" to={newest}>
          {labels.first}
        </Link>
      ) : null}
      {older ? (
        <Link className="button-quiet" to={older}>
          {labels.next}
        </Link>
      ) : null}
      {children}
    </nav>
  );
}
