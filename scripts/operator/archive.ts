import { ArchiveError, archiveMonth } from '#domain/messaging/months/archive-month.ts';
import { listMonths } from '#domain/messaging/months/partitions.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { printLine } from '../stack/terminal.ts';

/** The month to archive, and the folder `to` in which its files are written. If `to` is null, lists the months instead. */
export type ArchiveArguments = { month: string; to: string | null; json: boolean };

/** Lists the months of messages, or writes one month to files. */
export async function run({ month, to, json }: ArchiveArguments): Promise<number> {
  await (to === null ? list(json) : archive(month, to, json));
  return 0;
}

/** Prints why a month cannot be archived, so that the operator can fix it. */
export function explain(error: unknown): number | null {
  if (!(error instanceof ArchiveError)) return null;
  printLine(error.message);
  return 1;
}

async function list(json: boolean): Promise<void> {
  const months = await listMonths();
  if (json) {
    printLine(JSON.stringify({ months }, null, 2));
    return;
  }
  for (const { month, to, messages, bytes, archivedAt, place } of months) {
    const size = `about ${formatCount(messages)} messages, ${formatCount(Math.ceil(bytes / 2 ** 20))} MiB`;
    const archived = archivedAt ? `archived ${archivedAt} to ${place}` : 'not archived';
    printLine(`${month}: before ${to}; ${size}; ${archived}`);
  }
}

async function archive(month: string, to: string, json: boolean): Promise<void> {
  const manifest = await archiveMonth(month, to);
  if (json) printLine(JSON.stringify(manifest, null, 2));
  else for (const { file, rows } of manifest.files) printLine(`${file}: ${formatCount(rows)} rows`);
}
