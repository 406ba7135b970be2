import { Link } from '@remix-run/react';

export type Section<Id extends string = string> = { id: Id; label: string; to: string };

type SectionTabsProps<Id extends string> = { sections: readonly Section<Id>[]; open: Id };

/** Links between the sections of a screen, each of which has an address of its own. */
export function SectionTabs<Id extends string>({ sections, open }: SectionTabsProps<Id>) {
  return (
    <nav
      aria-label="Sections"
      className="flex flex-wrap gap-x-3 border-b border-line text-sm sm:gap-x-6"
    >
      {sections.map(({ id, label, to }) => (
        <Link
          aria-current={id === open ? 'page' : undefined}
          className="-mb-px border-b-2 border-transparent py-2.5 text-faint hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
          key={id}
          to={to}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
