import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { supervise } from './stack/supervise.ts';
import { printLine } from './stack/terminal.ts';

const usage = `npm run archive -- list                    shows the months of messages, their size, and which are archived
npm run archive -- <month> --to <folder>   writes a month, such as 2026_04, to files in <folder>/2026_04
--json prints JSON.`;

/**
 * npm run archive: lists the months of messages, and writes one to compressed CSV files. Exit codes: 0 done, 1 not possible, 2
 * wrong arguments.
 */
supervise(async () => {
  const asked = readArguments();
  if (!asked) {
    printLine(usage);
    return 2;
  }
  // Imported late: the settings are read when the first module that needs them is loaded.
  const { ArchiveError } = await import('#domain/messaging/months/archive-month.server.ts');
  const { checkSettings } = await import('#platform/settings.ts');
  const { shutDown } = await import('#platform/shutdown.ts');
  checkSettings();
  try {
    await (asked.to === null ? list(asked.json) : archive(asked.month, asked.to, asked.json));
    return 0;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    printLine(error.message);
    return 1;
  } finally {
    await shutDown();
  }
});

type Asked = { month: string; to: string | null; json: boolean };

/** @returns null if the arguments are not valid */
function readArguments(): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      options: { to: { type: 'string' }, json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [month = '', ...more] = positionals;
    const to = values.to === undefined ? null : resolve(values.to);
    const isList = month === 'list' && to === null;
    const isMonth = /^(\d{4}_\d{2}|first)$/.test(month) && to !== null;
    return more.length === 0 && (isList || isMonth) ? { month, to, json: values.json } : null;
  } catch {
    return null;
  }
}

async function list(json: boolean): Promise<void> {
  const { listMonths } = await import('#domain/messaging/months/list-months.server.ts');
  const months = await listMonths();
  if (json) {
    printLine(JSON.stringify({ months }, null, 2));
    return;
  }
  for (const { month, to, messages, bytes, archivedAt, place } of months) {
    const size = `about ${messages.toLocaleString('en-IN')} messages, ${Math.ceil(bytes / 2 ** 20)} MiB`;
    const archived = archivedAt ? `archived ${archivedAt} to ${place}` : 'not archived';
    printLine(`${month}: before ${to}; ${size}; ${archived}`);
  }
}

async function archive(month: string, to: string, json: boolean): Promise<void> {
  const { archiveMonth } = await import('#domain/messaging/months/archive-month.server.ts');
  const manifest = await archiveMonth(month, to);
  if (json) printLine(JSON.stringify(manifest, null, 2));
  else for (const { file, rows } of manifest.files) printLine(`${file}: ${rows} rows`);
}
