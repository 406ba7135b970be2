import { lastDaysInIndia } from '#domain/shared/days-in-india.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { type AccountStats, daysShown } from './contract.ts';
import { medianLatencyMs } from './latency-buckets.ts';
import { type StatRow, sumByMetric } from './sum-by-metric.ts';

/** What became of a user's messages and OTPs on each of the last days, India's today included. */
export async function getAccountStats(userId: string): Promise<AccountStats> {
  const days = lastDaysInIndia(clock.now(), daysShown);
  const rows = await query<StatRow>(statsStatementName, statsSql, [userId, days[0], days.at(-1)]);
  const ofAll = rows.filter(({ day }) => day === null);
  return {
    days: days.map((day) => ({ day, ...sumByMetric(rows.filter((row) => row.day === day)) })),
    total: sumByMetric(ofAll),
    medianMs: medianLatencyMs(ofAll.filter(({ what }) => what === 'delivered')),
  };
}

const columns = 'SELECT day, what, bucket, count';
const given = 'WHERE user_id = $1 AND day BETWEEN $2 AND $3';

/** Names the statement; one name, one text. */
export const statsStatementName = 'figures-of-user';

/**
 * The sums of a user's figures from one day to another, by day, and again by bucket without a day.
 *
 * Both tables are read in one statement, as what moves from one to the other is always in one of them.
 */
export const statsSql = `
  SELECT day::text AS day, what, bucket, sum(count) AS count
  FROM (
    ${columns} FROM daily_figures ${given}
    UNION ALL
    ${columns} FROM message_tallies ${given}
  ) AS one
  GROUP BY GROUPING SETS ((day, what), (what, bucket))`;
