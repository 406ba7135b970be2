import { latencyBucketSql } from '#domain/messaging/stats/latency-buckets.ts';
import type { Dakiya } from '../stack/dakiya.ts';

/** Counts what `domain/messaging/stats/add-stats-sql.ts` counts when messages and OTPs come one by one. */
const statement = `
  INSERT INTO daily_stats (user_id, day, metric, latency_bucket, count)
  SELECT user_id, (created_at AT TIME ZONE 'Asia/Kolkata')::date, metric::stat_metric, bucket, count(*)
  FROM (
    SELECT user_id, created_at, 'accepted' AS metric, 0 AS bucket FROM messages
    UNION ALL
    SELECT user_id, created_at,
      CASE state WHEN 'delivered' THEN 'delivered' ELSE 'failed' END,
      CASE state WHEN 'delivered'
        THEN ${latencyBucketSql('1000 * extract(epoch FROM settled_at - created_at)::float8')} ELSE 0 END
    FROM messages WHERE state IN ('delivered', 'undelivered', 'failed', 'expired')
    UNION ALL
    SELECT user_id, created_at, 'otp_sent', 0 FROM otps
    UNION ALL
    SELECT user_id, created_at, 'otp_verified', 0 FROM otps WHERE state = 'verified'
  ) AS one
  GROUP BY 1, 2, 3, 4`;

/** Calculates the daily statistics of inserted messages, then runs VACUUM ANALYZE for the query planner. */
export async function backfillStats({ database }: Dakiya): Promise<void> {
  await database.query(statement);
  await database.query('VACUUM ANALYZE');
}
