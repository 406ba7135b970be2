import { query } from '#platform/db.server.ts';
import { until } from './until.ts';

/**
 * Waits until a statement of this database waits for a lock.
 *
 * @param pattern of the statement's text, as SQL's `LIKE` reads it
 */
export async function untilWaitingForLock(pattern: string): Promise<void> {
  await until(`a statement like ${pattern} waits for a lock`, async () => {
    const [waiting] = await query<{ count: number }>(
      'count-lock-waits',
      `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE $1`,
      [pattern],
    );
    return waiting?.count;
  });
}
