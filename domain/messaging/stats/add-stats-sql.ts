import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { retentionDays } from './contract.ts';
import { latencyBucketSql } from './latency-buckets.ts';

/** Milliseconds from acceptance to the final state. */
const latencyMs = '1000 * extract(epoch FROM settled_at - created_at)::float8';

/**
 * Part of a statement that counts each row of `source (user_id, livemode, created_at)`, on its day.
 *
 * @param source the name of a CTE that inserted or updated the rows, each once
 */
export function addStatsSql(
  metric: 'accepted' | 'otp_sent' | 'otp_verified',
  source: string,
): string {
  return insert(ofMode(`'${metric}'`), '0', source);
}

/**
 * Part of a statement that counts those rows of `source (user_id, livemode, created_at, state, settled_at)` that
 * reached a final state, on the day on which they were accepted.
 *
 * @param source the name of a CTE that updated messages, none of which was in a final state before
 */
export function addSettledStatsSql(source: string): string {
  return insert(
    ofMode(`CASE state WHEN 'delivered' THEN 'delivered' ELSE 'failed' END`),
    `CASE state WHEN 'delivered' THEN ${latencyBucketSql(latencyMs)} ELSE 0 END`,
    `${source} WHERE state IN ('delivered', 'undelivered', 'failed', 'expired')`,
  );
}

/** The metrics of test mode have separate names, so that readers of live statistics do not count them. */
const ofMode = (metric: string) =>
  `(CASE WHEN livemode THEN '' ELSE 'test_' END || ${metric})::stat_metric`;

function insert(metric: string, bucket: string, from: string): string {
  return `
  added_stats AS (
    INSERT INTO stat_increments (user_id, day, metric, latency_bucket, count)
    SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date, ${metric}, ${bucket}, count(*)
    FROM ${from} GROUP BY 1, 2, 3, 4
  )`;
}

/**
 * SQL expression: how many messages of an account were accepted, codes included. The reconciler moves counts from one table
 * to the other, so both are read in one statement.
 *
 * @param userId an expression with the account's id
 * @param days a condition on `day`
 */
export const countAcceptedSql = (userId: string, days: string) => `(
  SELECT coalesce(sum(count), 0)::int FROM (
    SELECT count FROM daily_stats WHERE user_id = ${userId} AND metric = 'accepted' AND ${days}
    UNION ALL
    SELECT count FROM stat_increments WHERE user_id = ${userId} AND metric = 'accepted' AND ${days}
  ) AS accepted)`;

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
