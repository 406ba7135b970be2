import { setTimeout as pause } from 'node:timers/promises';
import { prisma, query, type SqlClient, storedNow, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';

/** How often a worker checks whether a batch is due, in milliseconds, while it runs no batches itself. */
const idleMs = 5_000;

/** Added to the pause after a batch, in milliseconds, so that the next batch is certainly due. */
const marginMs = 50;

/** The number of rows of the first batch. The size of later batches depends on the duration of the previous batch. */
const firstLimit = 100;

/**
 * The outcome of an attempt to run a batch. `nothing`: no batch was due. `failed`: the error was logged. `ms` is how long
 * the attempt took.
 */
type Outcome = { result: 'nothing' | 'done' | 'failed'; ms: number };

/**
 * The lock of the row lets only one worker run a batch. PostgreSQL releases it with the transaction, even if the worker
 * dies. With these short timeouts, a batch fails instead of delaying other statements.
 */
const limitsSql = `SET LOCAL lock_timeout = '500ms'; SET LOCAL statement_timeout = '10s'`;

const claimSql = `
  SELECT id, cursor, started_at IS NULL AS "isNew" FROM background_migrations
  WHERE id = ANY($1) AND finished_at IS NULL AND due_at <= ${storedNow}
  ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;

const beginSql = `
  UPDATE background_migrations SET started_at = now(), rows_expected = $2 WHERE id = $1`;

/** Records a batch. The pause after a batch is as long as the batch took, so that batches run at most half of the time. */
const progressSql = `
  UPDATE background_migrations SET
    cursor = coalesce($2, cursor), rows_done = rows_done + $3, rows_skipped = rows_skipped + $4,
    finished_at = CASE WHEN $2::text IS NULL THEN clock_timestamp() END,
    due_at = clock_timestamp() + greatest(clock_timestamp() - now(), interval '50 ms'),
    failures = 0, last_error = NULL
  WHERE id = $1
  RETURNING rows_done AS "rowsDone", rows_skipped AS "rowsSkipped", rows_expected AS "rowsExpected"`;

/** Records a failure. The next attempt is due after 2, 4, 8 seconds and so on, at most ten minutes. */
const failureSql = `
  UPDATE background_migrations SET failures = failures + 1, last_error = left($2, 500),
    due_at = now() + make_interval(secs => least(600, 2 ^ least(failures + 1, 10)))
  WHERE id = $1`;

type Progress = { rowsDone: number; rowsSkipped: number; rowsExpected: number | null };

/** The result of a batch. */
type Batch = {
  /** The position at which the next batch begins; null if this was the last batch. */
  cursor: string | null;
  /** How many rows were changed. */
  done: number;
  /** How many rows cannot be changed. The migration has logged them. */
  skipped?: number;
};

/**
 * A change of many rows, in batches. The change begins when a schema migration has inserted its id into
 * `background_migrations`. From that time, no earlier release that writes rows in the old form may run, because rows that
 * it writes behind the cursor would not be changed.
 */
export type BackgroundMigration = {
  id: string;
  /**
   * Estimates how many rows will be changed. Called before the first batch; must take less than ten seconds. For a large
   * table, use `reltuples` of `pg_class`.
   */
  expectRows: (tx: SqlClient) => Promise<number>;
  /**
   * Changes up to `limit` rows, beginning at `cursor`, which is an empty string for the first batch. Must make all changes
   * in `tx`, which also records the progress, so that a batch is committed completely or not at all.
   */
  runBatch: (tx: SqlClient, from: { cursor: string; limit: number }) => Promise<Batch>;
};

/**
 * Whether the batch has reached another tenth of the rows. The progress is logged only in that case, so that the log has
 * about ten lines.
 */
function isNextTenth({ rowsDone, rowsExpected }: Progress, { done }: Batch): boolean {
  const tenths = (rows: number) => Math.floor((10 * rows) / Math.max(1, rowsExpected ?? 0));
  return tenths(rowsDone) > tenths(rowsDone - done);
}

type Claimed = { id: string; cursor: string; isNew: boolean };

/**
 * Runs the next batch of a migration that has begun and not ended, if a batch is due and no other worker is running one.
 * Progress and changes are committed together.
 *
 * @param limit the maximum number of rows to change
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
          logger.info(fields, 'background migration continues');
      });
      return outcome('done');
    });
  } catch (error) {
    // If no migration was claimed, the error has nothing to do with a batch, and the caller handles it.
    if (!current) throw error;
    logger.warn({ error, id: current }, 'a batch of a background migration failed; will retry');
    const message = error instanceof Error ? error.message : String(error);
    await query('record-background-failure', failureSql, [current, message]);
    return outcome('failed');
  }
}

/**
 * Runs the batches of background migrations one after the other until `close` is called. Every worker does this; the lock
 * of a row lets only one of them run a batch at a time.
 */
export function startBackgroundMigrations(migrations: readonly BackgroundMigration[]) {
  const stopping = new AbortController();
  const run = async () => {
    let limit = firstLimit;
    while (!stopping.signal.aborted) {
      const outcome = await runNextBatch(migrations, limit).catch((error) => {
        logger.debug({ error }, 'background migrations could not be read');
        return null;
      });
      if (outcome) limit = nextLimit(limit, outcome);
      const pauseMs = outcome?.result === 'done' ? outcome.ms + marginMs : idleMs;
      // The pause rejects when `close` aborts it.
      await pause(pauseMs, undefined, {
        signal: stopping.signal,
        ref: false,
      }).catch(() => undefined);
    }
  };
  const ended = run();
  return {
    name: 'background migrations',
    /** Stops when the running batch has ended. */
    async close(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}

/** Returns the size of the next batch. A batch should lock its rows for about a quarter of a second. */
export function nextLimit(limit: number, { result, ms }: Outcome): number {
  if (result === 'failed') return Math.max(1, Math.floor(limit / 4));
  if (result === 'nothing') return limit;
  if (ms < 100) return Math.min(5_000, limit * 2);
  return ms > 400 ? Math.max(1, Math.floor(limit / 2)) : limit;
}

/** Lists the progress of all background migrations that a schema migration has started. */
export async function listBackgroundMigrations() {
  return await prisma.backgroundMigration.findMany({ orderBy: { id: 'asc' } });
}
