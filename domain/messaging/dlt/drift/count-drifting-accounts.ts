import { countAcceptedSql } from '#domain/messaging/stats/count-accepted-sql.ts';
import { query } from '#platform/db.ts';
import { installationAccount } from '../sending/installation.ts';

/** Fewer messages are too few for a share: one rejection would be a large one. */
const minMessages = 20;

const minPercent = 10;

/** Older rejections do not count: their cause has been corrected, or nothing was sent since. */
const recentHours = 6;

const since = `(now() AT TIME ZONE 'Asia/Kolkata')::date - 1`;

/**
 * Reads the drift of two days, by an index, and the counts of the accounts that have any. What is counted for the
 * installation's account others have sent, so that it has no share.
 */
const statement = `
  SELECT count(*)::int AS accounts FROM (
    SELECT user_id, sum(rejections) AS rejections FROM dlt_drift
    WHERE day >= ${since} AND user_id IS DISTINCT FROM $1
    GROUP BY user_id HAVING max(last_at) > now() - interval '${recentHours} hours'
  ) AS drift, LATERAL (SELECT ${countAcceptedSql('drift.user_id', `day >= ${since}`)} AS messages) AS sent
  WHERE messages >= ${minMessages} AND rejections * 100 >= messages * ${minPercent}`;

/**
 * Counts accounts of whose messages operators reject a tenth or more that our check had passed: of 20 messages at least
 * since the beginning of yesterday, the last of them within six hours.
 */
export async function countDriftingAccounts(): Promise<number> {
  const [found] = await query<{ accounts: number }>('count-drifting-accounts', statement, [
    installationAccount,
  ]);
  return found?.accounts ?? 0;
}
