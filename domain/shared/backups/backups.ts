import { query } from '#platform/db.ts';
import { gauge } from '#platform/metrics/instruments.ts';
import { coalesceCalls } from '#platform/promises.ts';

/** A backup that `npm run backup` has written. */
export type Backup = {
  id: string;
  /** When its snapshot was taken, by PostgreSQL's clock. */
  takenAt: Date;
  release: string;
  /** The folder, on the host on which the command ran. The product does not know whether it still exists. */
  place: string;
  rows: number;
  bytes: number;
  isEncrypted: boolean;
};

/** How long the rows of backups are kept, in days. */
const keptDays = 400;

const insert = `
  WITH old AS (DELETE FROM backups WHERE taken_at < now() - interval '${keptDays} days')
  INSERT INTO backups (id, taken_at, release, place, rows, bytes, encrypted) VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/** Records a complete backup. */
export async function recordBackup(backup: Backup): Promise<void> {
  const { id, takenAt, release, place, rows, bytes, isEncrypted } = backup;
  await query('record-backup', insert, [id, takenAt, release, place, rows, bytes, isEncrypted]);
}

const lastSql = `
  SELECT id, taken_at AS "takenAt", release, place, rows, bytes, encrypted AS "isEncrypted",
    extract(epoch FROM now() - taken_at)::float8 AS "ageSeconds"
  FROM backups ORDER BY taken_at DESC LIMIT 1`;

/**
 * Returns the newest backup of this database. Backups by other means, such as pg_dump, are not known.
 *
 * @returns null if there is none
 */
export async function readLastBackup(): Promise<(Backup & { ageSeconds: number }) | null> {
  const [last] = await query<Backup & { ageSeconds: number }>('last-backup', lastSql, []);
  return last ?? null;
}

/**
 * Registers a metric for the age of the last backup. The metric has no value until there is a backup. All processes
 * report the same value.
 */
export function registerBackupMetrics(): void {
  const last = coalesceCalls(readLastBackup, { ttlMs: 10_000, timeoutMs: 2_000 });
  gauge({
    name: 'dakiya_backup_age_seconds',
    help: 'Seconds since the snapshot of the last backup by `npm run backup`. All processes report the same value.',
    aggregator: 'max',
    async collect(age) {
      const backup = await last();
      // `reset` would set the metric to 0, which is the age of a backup that has just been made.
      if (backup === null) age.remove();
      else age.set(backup.ageSeconds);
    },
  });
}
