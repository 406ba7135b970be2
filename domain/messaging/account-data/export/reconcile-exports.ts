import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { enqueue } from '#platform/queue.ts';
import { keptDays } from './contract.browser.ts';
import { runExportJob } from './jobs.ts';

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
