import { latencyBucketSql } from './latency-buckets.ts';

/** From accepting to the end. */
const took = '1000 * extract(epoch FROM settled_at - created_at)::float8';

/**
 * Part of a statement that tallies each row of `source (user_id, created_at)`, on its day.
 *
 * @param source the name of a part that made or moved the rows, each once
 */
export function addStatsSql(
  what: 'accepted' | 'otp_sent' | 'otp_verified',
  source: string,
): string {
  return insert(`'${what}'::figure`, '0', source);
}

/**
 * Part of a statement that tallies those rows of `source (user_id, created_at, state, settled_at)` that
 * are at their end now, on the day of their accepting.
 *
 * @param source the name of a part that moved messages, none of which was at its end before
 */
export function addSettledStatsSql(source: string): string {
  return insert(
    `(CASE state WHEN 'delivered' THEN 'delivered' ELSE 'failed' END)::figure`,
    `CASE state WHEN 'delivered' THEN ${latencyBucketSql(took)} ELSE 0 END`,
    `${source} WHERE state IN ('delivered', 'undelivered', 'failed', 'expired')`,
  );
}

function insert(what: string, bucket: string, from: string): string {
  return `
  tallied AS (
    INSERT INTO message_tallies (user_id, day, what, bucket, count)
    SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date, ${what}, ${bucket}, count(*)
    FROM ${from} GROUP BY 1, 2, 3, 4
  )`;
}
