import { query } from '#platform/db.ts';
import { until } from '../harness/until.ts';

/**
 * Waits until a statement in this database is waiting for a lock.
 *
 * @param pattern a `LIKE` pattern for the statement's text
 * @param forMs how long the statement must have been running; a web server's shared flush runs for at most 250 ms
 */
export async function untilWaitingForLock(pattern: string, forMs = 0): Promise<void> {
  await until(`a statement like ${pattern} waits for a lock`, async () => {
    const [waiting] = await query<{ count: number }>(
      'count-lock-waits',
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE $1
        AND clock_timestamp() - query_start >= $2 * interval '1 ms'`,
      [pattern, forMs],
    );
    return waiting?.count;
  });
}

/**
 * Cancels each statement that waits for a lock while `work` runs, as `statement_timeout` does.
 *
 * @param pattern a `LIKE` pattern for the statements' texts
 */
export async function whileCancelling<T>(pattern: string, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const cancelling = until(
    'the work is done',
    async () => {
      await query(
        'cancel-waiting',
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock' AND query LIKE $1`,
        [pattern],
      );
      return isOver;
    },
    60_000,
  );
  try {
    return await work();
  } finally {
    isOver = true;
    await cancelling;
  }
}
