import { recordAudit } from '#domain/audit/record-audit.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { runExportJob } from '#domain/messaging/jobs.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import { enqueue } from '#platform/queue.ts';
import {
  type Export,
  firstProgress,
  keptDays,
  maxPerDay,
  type Progress,
} from './contract.browser.ts';

/** Records that a person downloads an export. */
export const recordDownload = (userId: string, id: string): Promise<void> =>
  transaction((tx) =>
    recordAudit(tx, {
      accountId: userId,
      action: 'export.download',
      targets: [{ type: 'export', id }],
    }),
  );

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    exp: 'account_exports';
  }
}

/**
 * `startExport` runs this under a lock of the account, so that two parallel calls cannot both pass the count. A unique index
 * allows one queued or running export per account.
 */
const insert = `
  INSERT INTO account_exports (id, user_id, due_at, created_at)
  SELECT $2, $1, now(), now()
  WHERE (
    SELECT count(*) FROM account_exports WHERE user_id = $1 AND created_at > now() - interval '1 day') < $3
  ON CONFLICT DO NOTHING RETURNING id`;

const isRunning = `
  SELECT 1 FROM account_exports WHERE user_id = $1 AND state IN ('queued', 'running')`;

const expireEarlier = `
  UPDATE account_exports SET state = 'expired' WHERE user_id = $1 AND state = 'done'`;

/**
 * Starts an export of an account's stored data, and expires the previous export. A worker writes the new export.
 *
 * @returns the id of the export
 * @throws DomainError `rate_limited` while another export runs, or after three exports within 24 hours
 */
export async function startExport({ userId }: Pick<SignedInUser, 'userId'>): Promise<string> {
  const id = newId('exp');
  return transaction(
    async (tx) => {
      const added = await query('insert-account-export', insert, [userId, id, maxPerDay], tx);
      if (added.length === 0) {
        const running = await query('is-export-running', isRunning, [userId], tx);
        throw new DomainError('rate_limited', {
          message:
            running.length > 0
              ? 'An export is already running. Wait until it has finished.'
              : `You have started ${maxPerDay} exports within 24 hours. Please wait until tomorrow.`,
        });
      }
      await query('expire-earlier-exports', expireEarlier, [userId], tx);
      await recordAudit(tx, {
        accountId: userId,
        action: 'export.create',
        targets: [{ type: 'export', id }],
      });
      tx.afterCommit(() => void enqueue(runExportJob, [{ exportId: id }]));
      return id;
    },
    { lock: `exports|${userId}` },
  );
}

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

/** How long an export may be queued before its job counts as lost, in seconds. */
const graceSeconds = 10;

/**
 * An export fails after it has lost this many workers in a row at the same batch, because that batch probably crashes
 * workers.
 */
const maxFailures = 3;

const giveUp = `
  UPDATE account_exports SET state = 'failed', finished_at = now()
  WHERE state = 'running' AND due_at < now() AND failures + 1 >= ${maxFailures} RETURNING id`;

/** Sets `due_at`, so that the next run does not enqueue the same rows again. */
const requeue = `
  UPDATE account_exports SET state = 'queued', due_at = now(),
    failures = failures + CASE state WHEN 'running' THEN 1 ELSE 0 END
  WHERE state = 'running' AND due_at < now()
    OR state = 'queued' AND due_at < now() - make_interval(secs => ${graceSeconds})
  RETURNING id`;

/**
 * Enqueues exports whose job or worker was lost. Exports that have lost too many workers fail.
 *
 * @returns how many exports it enqueued
 */
export async function requeueExports(): Promise<number> {
  const lost = await query<{ id: string }>('give-up-exports', giveUp, []);
  for (const { id } of lost)
    logger.error({ exportId: id }, 'account export failed: in each attempt, its worker was lost');
  const rows = await query<{ id: string }>('requeue-exports', requeue, []);
  if (rows.length > 0)
    await enqueue(
      runExportJob,
      rows.map(({ id }) => ({ exportId: id })),
    );
  return rows.length;
}

const expire = `
  UPDATE account_exports SET state = 'expired'
  WHERE state = 'done' AND bytes > 0 AND finished_at < now() - interval '${keptDays} days'`;

/** The maximum number of parts deleted per run, about 20 MB. The next run continues a minute later. */
const maxParts = 500;

const deleteParts = `
  DELETE FROM account_export_parts AS p USING (
    SELECT export_id, file, part FROM account_export_parts
    WHERE export_id IN (SELECT id FROM account_exports WHERE state IN ('expired', 'failed') AND bytes > 0)
    LIMIT ${maxParts}) AS old
  WHERE p.export_id = old.export_id AND p.file = old.file AND p.part = old.part RETURNING p.part`;

const markEmpty = `
  UPDATE account_exports SET bytes = 0
  WHERE state IN ('expired', 'failed') AND bytes > 0
    AND NOT EXISTS (SELECT FROM account_export_parts WHERE export_id = account_exports.id)`;

/** Keeps rows for 30 days, because the daily limit counts recent exports, and the screen shows the latest one. */
const deleteOld = `
  DELETE FROM account_exports
  WHERE state IN ('expired', 'failed') AND bytes = 0 AND created_at < now() - interval '30 days' RETURNING id`;

/**
 * Marks exports as expired after seven days, and deletes their parts in batches. @returns how many parts and exports it
 * deleted
 */
export async function purgeExports(): Promise<number> {
  await query('expire-exports', expire, []);
  const parts = await query('delete-export-parts', deleteParts, []);
  if (parts.length < maxParts) await query('mark-exports-empty', markEmpty, []);
  const deleted = await query('delete-old-exports', deleteOld, []);
  return parts.length + deleted.length;
}
