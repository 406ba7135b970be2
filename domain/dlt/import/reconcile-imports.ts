import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { enqueue } from '#platform/queue.ts';
import { partlyRegistered } from './import-rows.ts';
import { runImportJob } from './jobs.ts';
import { stepOf } from './start-import.ts';

/** How long an import may wait before its job counts as lost, in seconds. Others may be before it. */
const graceSeconds = 10;

/** A file that has ended its worker so often will do it again. */
const maxLostRuns = 3;

const giveUp = `
  UPDATE dlt_imports SET state = 'failed', bytes = NULL, finished_at = now(),
    lost_runs = lost_runs + 1, reason =
    'It was begun ${maxLostRuns} times and never ended. Split the file into several, or contact support.' || ${partlyRegistered}
  WHERE state = 'running' AND due_at < now() AND lost_runs + 1 >= ${maxLostRuns} RETURNING id`;

/**
 * Sets the time anew, so that the next run leaves alone what has just been enqueued. One that has become overdue since
 * `giveUp` is left to the next run.
 */
const requeue = `
  UPDATE dlt_imports SET state = 'queued', due_at = now(), lost_runs = lost_runs + (state = 'running')::int
  WHERE state = 'running' AND due_at < now() AND lost_runs + 1 < ${maxLostRuns}
    OR state = 'queued' AND due_at < now() - make_interval(secs => ${graceSeconds})
  RETURNING id, is_dry_run AS "isDryRun"`;

/**
 * Enqueues imports again whose job was lost, or whose worker was.
 *
 * @returns how many
 */
export async function requeueImports(): Promise<number> {
  const lost = await query<{ id: string }>('give-up-dlt-imports', giveUp, []);
  for (const { id } of lost)
    logger.error({ importId: id }, 'DLT import failed: its worker was lost each time');
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

/** Deletes the files that nobody has confirmed within a day. @returns how many */
export async function expireImports(): Promise<number> {
  return (await query('expire-dlt-imports', expire, [])).length;
}
