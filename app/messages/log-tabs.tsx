import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';

const sections = [
  { id: 'messages', label: 'Messages', to: paths.dashboard('messages') },
  { id: 'refused', label: 'Failed requests', to: paths.refusedRequests() },
] as const;

/** Tabs for the message log and the request log. */
export function LogTabs({ open }: { open: (typeof sections)[number]['id'] }) {
  return (
    <nav aria-label="Sections" className="flex gap-6 border-b border-line text-sm">
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
