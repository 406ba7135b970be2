import {
  type ImportResult,
  maxListedRows,
  type RowOutcome,
  type RowResult,
  rowOutcomes,
} from './contract.browser.ts';
import type { Missing } from './find-missing.ts';
import type { FileContent } from './read-file.ts';

const maxMissing = 100;

/** An outcome that needs no attention. */
const isQuiet = ({ outcome, warnings }: RowResult) =>
  (outcome === 'new' || outcome === 'unchanged' || outcome === 'repeated') && warnings.length === 0;

/** Summarises the outcomes of the rows of a file. */
export function toResult(
  { columns, missingFields, notes }: Omit<FileContent, 'rows' | 'entries'>,
  compared: readonly RowResult[],
  { entities, headers }: Missing,
): ImportResult {
  const counts = Object.fromEntries(rowOutcomes.map((one) => [one, 0])) as Record<
    RowOutcome,
    number
  >;
  for (const { outcome } of compared) counts[outcome] += 1;
  return {
    columns,
    missingFields,
    counts,
    rows: listRows(compared).map(
      ({ row, templateId, header, entityId, outcome, detail, warnings }) => ({
        ...{ row, templateId, header, entityId, outcome, detail, warnings },
      }),
    ),
    missingEntities: [...entities]
      .slice(0, maxMissing)
      .map(([entityId, name]) => ({ entityId, name })),
    missingHeaders: [...headers]
      .slice(0, maxMissing)
      .map(([header, { entityId }]) => ({ header, entityId })),
    notes,
  };
}

/** Those that need attention before others, each in the order of the file. */
function listRows(compared: readonly RowResult[]): readonly RowResult[] {
  const loud = compared.filter((one) => !isQuiet(one)).slice(0, maxListedRows);
  const quiet = compared.filter(isQuiet).slice(0, maxListedRows - loud.length);
  return [...loud, ...quiet];
}
