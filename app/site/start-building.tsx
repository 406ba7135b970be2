import { Link } from '@remix-run/react';

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
