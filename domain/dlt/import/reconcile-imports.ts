import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { enqueue } from '#platform/queue.ts';
import { partlyRegistered } from './import-rows.ts';
import { runImportJob } from './jobs.ts';
import { stepOf } from './start-import.ts';

/** How long an import may be queued before its job counts as lost, in seconds. */
const graceSeconds = 10;

/** An import fails after its worker was lost this many times, because the file probably crashes workers. */
const maxLostRuns = 3;

const giveUp = `
  UPDATE dlt_imports SET state = 'failed', bytes = NULL, finished_at = now(),
    lost_runs = lost_runs + 1, reason =
    'The import was started ${maxLostRuns} times and never finished. Split the file into several, or contact support.' || ${partlyRegistered}
  WHERE state = 'running' AND due_at < now() AND lost_runs + 1 >= ${maxLostRuns} RETURNING id`;

/**
 * Sets `due_at`, so that the next run skips imports that were just enqueued. If an import has become overdue since `giveUp`
 * ran and has no runs left, the next call of `giveUp` ends it.
 */
const requeue = `
  UPDATE dlt_imports SET state = 'queued', due_at = now(), lost_runs = lost_runs + (state = 'running')::int
  WHERE state = 'running' AND due_at < now() AND lost_runs + 1 < ${maxLostRuns}
    OR state = 'queued' AND due_at < now() - make_interval(secs => ${graceSeconds})
  RETURNING id, is_dry_run AS "isDryRun"`;

/**
 * Enqueues imports whose job or worker was lost. Imports that have lost too many workers fail.
 *
 * @returns how many imports it enqueued
 */
export async function requeueImports(): Promise<number> {
  const lost = await query<{ id: string }>('give-up-dlt-imports', giveUp, []);
  for (const { id } of lost)
    logger.error({ importId: id }, 'DLT import failed: in each attempt, its worker was lost');
  const rows = await query<{ id: string; isDryRun: boolean }>('requeue-dlt-imports', requeue, []);
  if (rows.length > 0) {
    const payloads = rows.map(({ id, isDryRun }) => ({ importId: id, step: stepOf(isDryRun) }));
    await enqueue(runImportJob, payloads);
  }
  return rows.length;
}

const expire = `
  UPDATE dlt_imports SET state = 'expired', bytes = NULL
  WHERE state IN ('checked', 'needs_mapping') AND created_at < now() - interval '1 day' RETURNING id`;

/** Expires imports that were not confirmed within a day, and deletes their files. @returns how many it expired */
export async function expireImports(): Promise<number> {
  return (await query('expire-dlt-imports', expire, [])).length;
}
