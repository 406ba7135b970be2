import { readLastBackup, recordBackup } from '#domain/shared/backups/backups.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { BackupError } from '../backup/manifest.ts';
import { backupSettings } from '../backup/settings.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { printLine } from '../stack/terminal.ts';

/** The folder that the backup becomes; null to show the last backup. */
export type BackupArguments = { to: string | null; json: boolean };

export function run({ to, json }: BackupArguments): Promise<number> {
  return to === null ? showLast(json) : write(to, json);
}

/** Prints why the backup is not possible, so that the operator can fix it. */
export function explain(error: unknown): number | null {
  if (!(error instanceof BackupError)) return null;
  printLine(error.message);
  return 1;
}

async function write(to: string, json: boolean): Promise<number> {
  const { BACKUP_PASSPHRASE: passphrase } = backupSettings;
  const log = json ? () => undefined : printLine;
  const { manifest, rows, bytes, snapshotMs } = await writeBackup({ to, passphrase, log });
  const { id, takenAt, release, encryptionKeyIds } = manifest;
  await recordBackup({
    ...{ id, release, rows, bytes, place: to },
    takenAt: new Date(takenAt),
    isEncrypted: passphrase !== undefined,
  });
  const seconds = Math.ceil(snapshotMs / 100) / 10;
  if (json) {
    const tables = manifest.tables.map(({ schema, table, rows }) => ({ schema, table, rows }));
    const result = { id, place: to, takenAt, rows, bytes, snapshotSeconds: seconds, tables };
    printLine(JSON.stringify(result, null, 2));
    return 0;
  }
  printLine(`Backup ${id} of ${takenAt} is complete: ${to}`);
  printLine(
    `${manifest.tables.length} tables, ${formatCount(rows)} rows, ${formatCount(Math.ceil(bytes / 2 ** 20))} MiB` +
      `${passphrase === undefined ? ', not encrypted: only you should be able to read it' : ', encrypted'}.`,
  );
  printLine(
    `For ${seconds} s, its snapshot kept vacuum from removing rows, and months from being dropped.`,
  );
  printLine(
    `Keep HASH_KEY and ENCRYPTION_KEYS (${encryptionKeyIds.join(', ') || 'none in use'}) in another place: the backup has no keys.`,
  );
  return 0;
}

async function showLast(json: boolean): Promise<number> {
  const last = await readLastBackup();
  if (json) printLine(JSON.stringify({ last }, null, 2));
  else if (last === null) printLine('There is no backup yet.');
  else {
    const hours = Math.round(last.ageSeconds / 360) / 10;
    printLine(
      `Backup ${last.id} of ${last.takenAt.toISOString()}, ${hours} hours ago: ${last.place}`,
    );
  }
  return last === null ? 1 : 0;
}
