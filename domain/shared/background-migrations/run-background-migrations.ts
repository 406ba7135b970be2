import { setTimeout as pause } from 'node:timers/promises';
import { prisma, query, type SqlClient, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';

/** How often to check whether a batch is due, in milliseconds, while none is running here. */
const idleMs = 5_000;

/** Added to the pause after a batch, so that the next one is certainly due. */
const marginMs = 50;

/** Rows of the first batch; the next ones depend on how long it took. */
const firstLimit = 100;

/** The result of a batch: nothing was due, it was done, or it failed and was logged. `ms` is how long it took. */
type Outcome = { result: 'nothing' | 'done' | 'failed'; ms: number };

/**
 * The lock of the row lets only one worker run a batch; it ends with the transaction, even if the worker dies. The short
 * timeouts make the batch give way to other statements instead of delaying them.
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

/** Retries after 2, 4, 8 … seconds, at most ten minutes. */
const failureSql = `
  UPDATE background_migrations SET failures = failures + 1, last_error = left($2, 500),
    due_at = now() + make_interval(secs => least(600, 2 ^ least(failures + 1, 10)))
  WHERE id = $1`;

type Progress = { rowsDone: number; rowsSkipped: number; rowsExpected: number | null };

/** The result of a batch. */
type Batch = {
  /** Where the next batch begins; null if there is none. */
  cursor: string | null;
  /** Rows that were changed. */
  done: number;
  /** Rows that cannot be changed, which the migration has logged. */
  skipped?: number;
};

/**
 * A change of many rows, in batches. It begins when a migration has inserted its id into `background_migrations`. By then,
 * no earlier release that writes rows of the old form may be running: rows that it writes behind the cursor would stay.
 */
export type BackgroundMigration = {
  id: string;
  /**
   * Estimates how many rows will be changed, before the first batch. It must take less than ten seconds: for a large table,
   * use `reltuples` of `pg_class`.
   */
  expectRows: (tx: SqlClient) => Promise<number>;
  /**
   * Changes up to `limit` rows, beginning at `cursor`, which is empty at first. Everything happens in `tx`, which also
   * records the progress: a batch happens as a whole or not at all.
   */
  runBatch: (tx: SqlClient, from: { cursor: string; limit: number }) => Promise<Batch>;
};

/** Whether the batch reached another tenth of the rows, for a log of ten lines or so. */
function isNextTenth({ rowsDone, rowsExpected }: Progress, { done }: Batch): boolean {
  const tenths = (rows: number) => Math.floor((10 * rows) / Math.max(1, rowsExpected ?? 0));
  return tenths(rowsDone) > tenths(rowsDone - done);
}

type Claimed = { id: string; cursor: string; isNew: boolean };

/**
 * Runs the next batch of the migrations that have begun and not ended, unless another worker is running one or has just run
 * one. Progress and changes are committed together.
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
          logger.info(fields, 'background migration continues');
      });
      return outcome('done');
    });
  } catch (error) {
    // Without a claim, the database has failed, which is logged elsewhere.
    if (!current) throw error;
    logger.warn({ error, id: current }, 'a batch of a background migration failed; will retry');
    const message = error instanceof Error ? error.message : String(error);
    await query('record-background-failure', failureSql, [current, message]);
    return outcome('failed');
  }
}

/**
 * Runs the batches of background migrations one after the other until it is closed. Every worker does so; a lock in the
 * table lets one batch of a migration run at a time.
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
      // Rejects when `close` stops it.
      await pause(pauseMs, undefined, {
        signal: stopping.signal,
        ref: false,
      }).catch(() => undefined);
    }
  };
  const ended = run();
  return {
    name: 'background migrations',
    /** Stops after the running batch. */
    async close(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}

/** Sizes the next batch so that it holds the locks of its rows for about a quarter of a second. */
export function nextLimit(limit: number, { result, ms }: Outcome): number {
  if (result === 'failed') return Math.max(1, Math.floor(limit / 4));
  if (result === 'nothing') return limit;
  if (ms < 100) return Math.min(5_000, limit * 2);
  return ms > 400 ? Math.max(1, Math.floor(limit / 2)) : limit;
}

/** The progress of all background migrations that have begun or are about to. */
export async function listBackgroundMigrations() {
  return await prisma.backgroundMigration.findMany({ orderBy: { id: 'asc' } });
}
