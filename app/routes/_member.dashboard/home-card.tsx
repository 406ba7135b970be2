import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

type HomeCardProps = {
  id: string;
  title: string;
  /** A link to details. */
  link: { to: string; label: string };
  children: ReactNode;
};

/** A card of Home: a title, a link to more, and the content. */
export function HomeCard({ id, title, link, children }: HomeCardProps) {
  return (
    <section aria-labelledby={id} className="card @container min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-5 py-3">
        <h2 className="text-sm font-medium" id={id}>
          {title}
        </h2>
        <Link className="link -my-1 py-1 text-xs" to={link.to}>
          {link.label}
        </Link>
      </div>
      {children}
    </section>
  );
}
