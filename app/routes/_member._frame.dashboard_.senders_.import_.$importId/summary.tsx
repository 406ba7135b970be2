import { outcomes } from '#app/senders/import-labels.ts';
import type { RowOutcome } from '#domain/messaging/dlt/import/contract.browser.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import type { ImportView } from './load-import.server.ts';

type SummaryProps = {
  result: NonNullable<ImportView['found']['result']>;
  /** Whether it has been carried out. */
  isDone: boolean;
  /** Whether entities and headers are added that were not registered. */
  addsMissing: boolean;
};

/** How many rows have which outcome, and what was noticed about the file. */
export function Summary({ result, isDone, addsMissing }: SummaryProps) {
  const which = !addsMissing
    ? 'that you have not registered'
    : isDone
      ? 'that were added'
      : 'that are added, too';
  const { counts, notes, missingHeaders } = result;
  // One without a name cannot be added: its rows are unclear.
  const missingEntities = result.missingEntities.filter(({ name }) => !addsMissing || name);
  const present = (Object.entries(counts) as [RowOutcome, number][]).filter(
    ([, count]) => count > 0,
  );
  return (
    <section aria-labelledby="summary-title" className="card grid min-w-0 gap-4 p-5 text-sm">
      <h3 className="font-medium" id="summary-title">
        {isDone ? 'Outcome of the rows' : 'Expected outcome of the rows'}
      </h3>
      {present.length > 0 ? (
        <dl className="grid grid-cols-[auto_auto_1fr] items-baseline gap-x-4 gap-y-1.5">
          {present.map(([outcome, count]) => (
            <div className="contents" key={outcome}>
              <dt>
                <span className={`stamp ${outcomes[outcome].colour}`}>{outcome}</span>
              </dt>
              <dd className="text-right font-mono">{formatCount(count)}</dd>
              <dd className="text-faint">{outcomes[outcome].text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>The file has no rows below its headings.</p>
      )}
      <Missing
        items={missingEntities.map(({ entityId, name }) =>
          name ? `${name} (${entityId})` : entityId,
        )}
        label={`Entities ${which}`}
      />
      <Missing items={missingHeaders.map(({ header }) => header)} label={`Headers ${which}`} />
      {notes.length > 0 ? (
        <ul className="grid gap-1 border-l-2 border-waiting pl-3">
          {notes.map((note) => (
            <li className="[overflow-wrap:anywhere]" key={note}>
              <bdi>{note}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Missing({ label, items }: { label: string; items: string[] }) {
  if (items.length === 0) return null;
  return (
    <p className="[overflow-wrap:anywhere]">
      {label}: <bdi>{items.join(', ')}</bdi>
    </p>
  );
}
