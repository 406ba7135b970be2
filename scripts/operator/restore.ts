import { readFile } from 'node:fs/promises';
import { markRestoredUnknown } from '#domain/delivery/reconcile/recover-lost-workers.ts';
import { endAllSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { repeatErasures } from '#domain/messaging/privacy/request-erasure.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { retry } from '#platform/promises.ts';
import { deleteOwnKeys, findForeignKey } from '#platform/redis-keys.ts';
import { BackupError, type CheckedBackup, checkBackup } from '../backup/manifest.ts';
import { endRestore, restoreTables } from '../backup/restore-backup.ts';
import { backupSettings } from '../backup/settings.ts';
import { printLine, step } from '../stack/terminal.ts';

export type RestoreArguments = {
  /** The folder of the backup; null if PostgreSQL itself has recovered the database. */
  folder: string | null;
  /** Whether only the files are checked. */
  checkOnly: boolean;
  /** Whether a worker may have run since the backup was made. */
  hasRunSince: boolean;
  endSessions: boolean;
  withoutKeys: boolean;
  /** A file of erasures to repeat. */
  erasures: string | null;
};

/** Prints why the backup cannot be restored, so that the operator can fix it. */
export function explain(error: unknown): number | null {
  if (!(error instanceof BackupError)) return null;
  printLine(error.message);
  return 1;
}

export async function run(asked: RestoreArguments): Promise<number> {
  const backup = asked.folder === null ? null : await check(asked.folder);
  if (asked.checkOnly) return 0;
  const erasures = asked.erasures === null ? [] : await readErasures(asked.erasures);
  await requireOwnRedis();
  if (backup) {
    const { withoutKeys } = asked;
    await step('Restoring and comparing the tables', () =>
      restoreTables(backup, { withoutKeys, log: printLine }),
    );
  }
  const unknown = await markRestoredUnknown(asked.hasRunSince);
  printLine(`${formatCount(unknown)} messages may have been sent: unknown, and not sent again.`);
  if (asked.endSessions) printLine(`${formatCount(await endAllSessions())} sessions ended.`);
  if (erasures.length > 0) {
    const begun = await repeatErasures(erasures);
    printLine(`${formatCount(begun)} erasures begun again; workers complete them.`);
  }
  printLine(`Redis: ${formatCount(await patiently(deleteOwnKeys))} keys deleted.`);
  if (backup) await endRestore();
  printLine('The restore is complete. Start workers before web servers.');
  return 0;
}

async function check(folder: string): Promise<CheckedBackup> {
  const backup = await step('Checking the files of the backup', () =>
    checkBackup(folder, backupSettings.BACKUP_PASSPHRASE),
  );
  const { id, takenAt, release, tables } = backup.manifest;
  const rows = formatCount(tables.reduce((sum, table) => sum + table.rows, 0));
  printLine(
    `Backup ${id} of ${takenAt}, release ${release}: ${tables.length} tables, ${rows} rows.`,
  );
  return backup;
}

/** Repeats work with Redis for some seconds, because each of its commands fails after half a second on a busy machine. */
const patiently = <T>(work: () => Promise<T>): Promise<T> =>
  retry(work, { while: () => true, forMs: 10_000, everyMs: 200 });

/** @throws BackupError if Redis cannot be reached, or another program uses it */
async function requireOwnRedis(): Promise<void> {
  const foreign = await patiently(findForeignKey).catch((error: Error) => {
    throw new BackupError(`Redis cannot be reached, but must be emptied: ${error.message}`);
  });
  if (foreign === null) return;
  throw new BackupError(
    `The database of REDIS_URL has the key ${foreign}, which is not Dakiya's: choose another Redis or database.`,
  );
}

async function readErasures(path: string): Promise<{ userId: string; recipient: string }[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new BackupError(`The erasures cannot be read: ${error.message}`);
  });
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, i) => {
      const [userId, recipient] =
        /^\s*(usr_\w+)\s*,\s*(\+\d+|erased_[0-9a-f]+)\s*$/.exec(line)?.slice(1) ?? [];
      if (userId && recipient) return { userId, recipient };
      throw new BackupError(
        `Line ${i + 1} of ${path} is not an account's id, a comma, and a number such as +919876543210 or a pseudonym.`,
      );
    });
}
