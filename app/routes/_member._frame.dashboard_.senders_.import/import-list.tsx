import { Link } from '@remix-run/react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { paths } from '#app/paths.ts';
import { importStateLabels } from '#app/senders/import-labels.ts';
import type { ImportSummary } from '#domain/messaging/dlt/import/import-rows.ts';

/** The last imports of an account, the newest first. */
export function ImportList({ imports }: { imports: ImportSummary[] }) {
  if (imports.length === 0) return null;
  return (
    <TitledCard heading="h3" id="imports" title="Your last imports">
      <ul className="divide-y divide-line">
        {imports.map(({ id, fileName, state, counts, createdAt }) => (
          <li
            className="grid gap-x-4 gap-y-0.5 px-5 py-2.5 text-sm @2xl:grid-cols-[1fr_auto]"
            key={id}
          >
            <Link
              className="link justify-self-start [overflow-wrap:anywhere]"
              to={paths.import(id)}
            >
              <bdi>{fileName}</bdi>
            </Link>
            <span className="text-faint">
              <Timestamp at={createdAt} />
            </span>
            <span className="text-xs text-faint">
              {importStateLabels[state]}
              {state === 'done' && counts ? `: ${counts.new} new, ${counts.changed} changed` : ''}
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
