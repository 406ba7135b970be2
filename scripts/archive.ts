import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ArchiveArguments } from './operator/archive.ts';
import { runOperatorCommand } from './stack/operator-command.ts';

const usage = `npm run archive -- list                    shows the months of messages, their size, and which are archived
npm run archive -- <month> --to <folder>   writes a month, such as 2026_04, to files in <folder>/2026_04
--json prints JSON.`;

/**
 * npm run archive: lists the months of messages, or writes one month to compressed CSV files. Exit codes: 0 done, 1 not
 * possible, 2 wrong arguments.
 */
runOperatorCommand({ usage, readArguments, load: () => import('./operator/archive.ts') });

function readArguments(): ArchiveArguments | null {
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
