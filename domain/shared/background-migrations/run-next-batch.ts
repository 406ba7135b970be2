import { query, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import type { BackgroundMigration, Batch } from './contract.ts';

/**
 * What a batch did: nothing was due, it was done, or it failed, which is logged. `ms` is how long it took.
 */
export type Outcome = { result: 'nothing' | 'done' | 'failed'; ms: number };

/**
 * A row's lock makes one worker the only one; it ends with the transaction, also when the worker dies. The batch
 * gives way to the product's statements instead of making them wait for it.
 */
const limitsSql = `SET LOCAL lock_timeout = '500ms'; SET LOCAL statement_timeout = '10s'`;

const claimSql = `
  SELECT id, cursor, started_at IS NULL AS "isNew" FROM background_migrations
  WHERE id = ANY($1) AND finished_at IS NULL AND due_at <= now()
  ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;

const beginSql = `
  UPDATE background_migrations SET started_at = now(), rows_expected = $2 WHERE id = $1`;

/** The pause is as long as the batch took, so that at most half of the time is spent on batches. */
const progressSql = `
  UPDATE background_migrations SET
    cursor = coalesce($2, cursor), rows_done = rows_done + $3, rows_skipped = rows_skipped + $4,
    finished_at = CASE WHEN $2::text IS NULL THEN clock_timestamp() END,
    due_at = clock_timestamp() + greatest(clock_timestamp() - now(), interval '50 ms'),
    failures = 0, last_error = NULL
  WHERE id = $1
  RETURNING rows_done AS "rowsDone", rows_skipped AS "rowsSkipped", rows_expected AS "rowsExpected"`;

/** Tried again after 2, 4, 8 … seconds, at most ten minutes. */
const failureSql = `
  UPDATE background_migrations SET failures = failures + 1, last_error = left($2, 500),
    due_at = now() + make_interval(secs => least(600, 2 ^ least(failures + 1, 10)))
  WHERE id = $1`;

type Progress = { rowsDone: number; rowsSkipped: number; rowsExpected: number | null };

/** Whether the batch reached another tenth of the rows, for a log of ten lines or so. */
function isNextTenth({ rowsDone, rowsExpected }: Progress, { done }: Batch): boolean {
  const tenths = (rows: number) => Math.floor((10 * rows) / Math.max(1, rowsExpected ?? 0));
  return tenths(rowsDone) > tenths(rowsDone - done);
}

type Claimed = { id: string; cursor: string; isNew: boolean };

/**
 * Runs the next batch of the migrations that have begun and not ended, unless another worker is at it or has just
 * been. Progress and changes are committed together.
 *
 * @param limit rows to change at most
 */
export async function runNextBatch(
  migrations: readonly BackgroundMigration[],
  limit: number,
): Promise<Outcome> {
  const began = performance.now();
  let current = '';
  const outcome = (result: Outcome['result']) => ({ result, ms: performance.now() - began });
  try {
    return await transaction(async (tx) => {
      await tx.query(limitsSql);
      const ids = migrations.map(({ id }) => id);
      const [claimed] = await query<Claimed>('claim-background-migration', claimSql, [ids], tx);
      const migration = migrations.find(({ id }) => id === claimed?.id);
      if (!claimed || !migration) return outcome('nothing');
      current = claimed.id;
      const { id, cursor, isNew } = claimed;
      if (isNew) {
        const expected = await migration.expectRows(tx);
        await query('begin-background-migration', beginSql, [id, expected], tx);
        tx.afterCommit(() =>
          logger.info({ id, rowsExpected: expected }, 'background migration began'),
        );
      }
      const batch = await migration.runBatch(tx, { cursor, limit });
      const values = [id, batch.cursor, batch.done, batch.skipped ?? 0];
      const [progress] = await query<Progress>('record-background', progressSql, values, tx);
      tx.afterCommit(() => {
        const fields = { id, ...progress };
        if (batch.cursor === null) logger.info(fields, 'background migration ended');
        else if (progress && isNextTenth(progress, batch))
          logger.info(fields, 'background migration goes on');
      });
      return outcome('done');
    });
  } catch (error) {
    // Before a claim it is the database that failed, and its own log lines say so.
    if (!current) throw error;
    logger.warn(
      { error, id: current },
      'a batch of a background migration failed, and is tried again',
    );
    const message = error instanceof Error ? error.message : String(error);
    await query('record-background-failure', failureSql, [current, message]);
    return outcome('failed');
  }
}
