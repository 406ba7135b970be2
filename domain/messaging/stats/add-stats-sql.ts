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

/** The statistics of test mode have names of their own, so that nothing that reads those of live mode counts them. */
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
