import { useActionData } from '@remix-run/react';
import { TitledCard } from '#app/components/titled-card.tsx';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import type { Uploaded } from './act.server.ts';

/** The result of a file that was just uploaded; else nothing. */
export function UploadResult() {
  const { uploaded } = (useActionData() as Partial<Uploaded> | undefined) ?? {};
  if (!uploaded) return null;
  const { name, result } = uploaded;
  const { rows, added, known, repeated, invalid, invalidRows } = result;
  const counts = [
    ['Rows', rows],
    ['Added', added],
    ['Suppressed before', known],
    ['Repeated in the file', repeated],
    ['Without a number', invalid],
  ] as const;
  return (
    <TitledCard heading="h2" id="result" role="status" title={<bdi>{name}</bdi>}>
      <dl className="flex flex-wrap gap-x-8 gap-y-3 px-5 py-4 text-sm">
        {counts.map(([label, count]) => (
          <div className="grid" key={label}>
            <dt className="text-xs text-faint">{label}</dt>
            <dd className="font-mono">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {invalidRows.length > 0 ? (
        <div className="grid gap-2 border-t border-line px-5 py-4 text-sm">
          <p>
            {invalid > invalidRows.length
              ? `The first ${formatCount(invalidRows.length)} rows without a number:`
              : 'Rows without a number:'}
          </p>
          <ul className="grid gap-1">
            {invalidRows.map(({ row, detail }) => (
              <li key={row}>
                <span className="text-faint">Row {formatCount(row)}:</span> {detail}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </TitledCard>
  );
}
