import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

type PageHeaderProps = {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
};

/** The header of a public page: title, lead and actions. */
export function PageHeader({ title, lead, children }: PageHeaderProps) {
  return (
    <header className="grid max-w-3xl gap-4">
      <h1 className="font-serif text-2xl leading-tight text-balance wrap-anywhere sm:text-3xl sm:leading-none">
        {title}
      </h1>
      {lead ? <p className="max-w-2xl text-base text-balance text-faint">{lead}</p> : null}
      {children ? <div className="flex flex-wrap gap-3 pt-2">{children}</div> : null}
    </header>
  );
}

type EmptyPageProps = { title: string; children: ReactNode };

/** Shown on a page without content yet, with alternatives. */
export function EmptyPage({ title, children }: EmptyPageProps) {
  return (
    <section
      aria-labelledby="nothing-yet"
      className="grid max-w-3xl gap-4 rounded-lg border border-dashed border-control px-6 py-10 sm:px-10"
    >
      <h2 className="text-lg leading-snug font-medium" id="nothing-yet">
        {title}
      </h2>
      {children}
    </section>
  );
}

type StartBuildingProps = { title: string; lead: string; to: string };

/** The closing call to action of a marketing page. */
export function StartBuilding({ title, lead, to }: StartBuildingProps) {
  return (
    <section className="flex flex-wrap items-end justify-between gap-6 sm:flex-nowrap border-t border-ink pt-8">
      <div className="grid gap-3">
        <h2 className="font-serif text-2xl leading-none">{title}</h2>
        <p className="max-w-xl text-faint">{lead}</p>
      </div>
      <Link className="button-primary shrink-0" to={to}>
        Start Building Now
      </Link>
    </section>
  );
}
