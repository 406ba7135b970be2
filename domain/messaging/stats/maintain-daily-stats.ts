import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { retentionDays } from './contract.ts';

const batchSize = 10_000;

/**
 * Increments are deleted and their sums added in one statement, so that readers count them exactly
 * once at any moment. Parallel workers lock different increments; they update shared daily rows in
 * the same order, so that they cannot deadlock.
 */
const statement = `
  WITH moved AS (
    DELETE FROM stat_increments WHERE id = ANY (ARRAY(
      SELECT id FROM stat_increments ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING user_id, day, metric, latency_bucket, count
  ),
  rolled_up AS (
    INSERT INTO daily_stats (user_id, day, metric, latency_bucket, count)
    SELECT user_id, day, metric, latency_bucket, sum(count) FROM moved
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (user_id, day, metric, latency_bucket)
      DO UPDATE SET count = daily_stats.count + excluded.count
  )
  SELECT count(*) AS moved FROM moved`;

/** Rolls up all increments into the daily rows. */
export async function rollUpDailyStats(): Promise<void> {
  for (;;) {
    const [row] = await query<{ moved: number }>('roll-up-stats', statement, [batchSize]);
    if (!row || row.moved < batchSize) return;
  }
}

/** Deletes daily statistics past their retention. @returns how many rows */
export async function purgeOldStats(): Promise<number> {
  const [first = ''] = lastDaysInIndia(clock.now(), retentionDays);
  const { count } = await prisma.dailyStat.deleteMany({
    where: { day: { lt: new Date(first) } },
  });
  return count;
}
