import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BackupArguments } from './operator/backup.ts';
import { runOperatorCommand } from './stack/operator-command.ts';

const usage = `npm run backup -- --to <folder>    writes all tables to a new folder, as one snapshot shows them
npm run backup -- last             shows the last backup, and how old it is
With BACKUP_PASSPHRASE in the environment, the files are encrypted. --json prints JSON.`;

/**
 * npm run backup: writes the database to files while everything runs. Exit codes: 0 done, 1 not possible or no backup yet, 2
 * wrong arguments.
 */
runOperatorCommand({ usage, readArguments, load: () => import('./operator/backup.ts') });

function readArguments(): BackupArguments | null {
  try {
    const { values, positionals } = parseArgs({
      options: { to: { type: 'string' }, json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const isLast = positionals.join(' ') === 'last' && values.to === undefined;
    const isBackup = positionals.length === 0 && Boolean(values.to);
    if (!isLast && !isBackup) return null;
    return { to: values.to === undefined ? null : resolve(values.to), json: values.json };
  } catch {
    return null;
  }
}
