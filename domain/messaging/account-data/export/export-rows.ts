import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { query, transaction } from '#platform/db.ts';
import { type Export, firstProgress, type Progress } from './contract.browser.ts';

export type ClaimedExport = {
  id: string;
  userId: string;
  createdAt: Date;
  /**
   * How many times the export has been claimed. If this worker seems lost, another worker claims the export and increases
   * the number. Then this worker can no longer save.
   */
  claims: number;
  progress: Progress;
};

/** After how many seconds without progress another worker continues the export. A batch takes far less time. */
const leaseSeconds = 60;

/** One conditional UPDATE: of two workers, only one claims the export. */
const claim = `
  UPDATE account_exports SET state = 'running', claims = claims + 1, due_at = now() + make_interval(secs => $2)
  WHERE id = $1 AND state = 'queued'
  RETURNING id, user_id AS "userId", created_at AS "createdAt", claims, progress`;

/** @returns null if the export is no longer queued */
export async function claimExport(id: string): Promise<ClaimedExport | null> {
  type Found = Omit<ClaimedExport, 'progress'> & { progress: Progress | null };
  const [found] = await query<Found>('claim-account-export', claim, [id, leaseSeconds]);
  return found ? { ...found, progress: found.progress ?? firstProgress } : null;
}

/** A compressed part. `file` is the index of its file in the export, and `part` is its index in that file. */
export type StoredPart = { file: number; part: number; bytes: Buffer };

const save = `
  WITH mine AS (
    UPDATE account_exports SET progress = $3, rows_done = rows_done + $4, bytes = bytes + $5, failures = 0,
      due_at = now() + make_interval(secs => $6)
    WHERE id = $1 AND state = 'running' AND claims = $2 RETURNING id
  ),
  parts AS (
    INSERT INTO account_export_parts (export_id, file, part, bytes)
    SELECT mine.id, file, part, bytes
    FROM mine, unnest($7::int[], $8::int[], $9::bytea[]) AS p(file, part, bytes)
  )
  SELECT id FROM mine`;

/**
 * Stores parts and the progress of the export in one statement. If the worker is lost, the next worker continues with the
 * first batch that was not stored.
 *
 * @returns false if nothing was stored, because another worker has claimed the export in the meantime
 */
export async function saveBatch(
  { id, claims }: ClaimedExport,
  { progress, rows, parts }: { progress: Progress; rows: number; parts: StoredPart[] },
): Promise<boolean> {
  const size = parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const saved = await query('save-export-batch', save, [
    ...[id, claims, JSON.stringify(progress), rows, size, leaseSeconds],
    parts.map(({ file }) => file),
    parts.map(({ part }) => part),
    parts.map(({ bytes }) => bytes),
  ]);
  return saved.length > 0;
}

const release = `
  UPDATE account_exports SET state = 'queued', due_at = now()
  WHERE id = $1 AND state = 'running' AND claims = $2`;

/** Returns the export to the queue, so that the worker can run other exports. The next run continues this export. */
export const releaseExport = ({ id, claims }: ClaimedExport): Promise<unknown> =>
  query('release-account-export', release, [id, claims]);

const finish = `
  UPDATE account_exports SET state = 'done', finished_at = now() FROM users
  WHERE account_exports.id = $1 AND state = 'running' AND claims = $2 AND users.id = user_id
  RETURNING users.email`;

/** Marks an export as done, and emails its owner. */
export const finishExport = ({ id, claims }: ClaimedExport): Promise<void> =>
  transaction(async (tx) => {
    const [owner] = await query<{ email: string }>('finish-export', finish, [id, claims], tx);
    if (owner) await enqueueEmail('account_export_ready', owner.email, tx, id);
  });

const list = `
  SELECT id, state, rows_done AS "rowsDone", bytes, created_at AS "createdAt", finished_at AS "finishedAt"
  FROM account_exports WHERE user_id = $1 ORDER BY id DESC LIMIT 1`;

/**
 * Finds the latest export of an account. Returns null if there is no export; rows of old exports are deleted after 30
 * days.
 */
export async function findLastExport(userId: string): Promise<Export | null> {
  const [found] = await query<Export>('find-last-export', list, [userId]);
  return found ?? null;
}
