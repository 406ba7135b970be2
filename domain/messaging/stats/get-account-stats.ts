import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { type AccountStats, daysShown, type StatCounts } from './contract.ts';
import { type LatencyBucket, medianLatencyMs } from './latency-buckets.ts';

/**
 * Counts a user's messages and OTPs by day for the last days, today in India included.
 *
 * @param options whether to count those of live keys, which is the default, or of test keys
 */
export async function getAccountStats(
  userId: string,
  { livemode = true }: { livemode?: boolean } = {},
): Promise<AccountStats> {
  const days = lastDaysInIndia(clock.now(), daysShown);
  const all = await query<StatRow>(statsStatementName, statsSql, [userId, days[0], days.at(-1)]);
  const rows = all.flatMap((row) => toRowsOf(livemode, row));
  const totals = rows.filter(({ day }) => day === null);
  return {
    days: days.map((day) => ({ day, ...sumByMetric(rows.filter((row) => row.day === day)) })),
    total: sumByMetric(totals),
    medianMs: medianLatencyMs(totals.filter(({ metric }) => metric === 'delivered')),
  };
}

const columns = 'SELECT day, metric, latency_bucket, count';
const range = 'WHERE user_id = $1 AND day BETWEEN $2 AND $3';

/** The name of the prepared statement, for one SQL text only. */
export const statsStatementName = 'account-stats';

/**
 * Sums a user's counts from one day to another: by day, and by latency bucket over all days.
 *
 * Both tables are read in one statement, because the reconciler moves counts from one to the other.
 */
export const statsSql = `
  SELECT day::text AS day, metric, latency_bucket AS bucket, sum(count) AS count
  FROM (
    ${columns} FROM daily_stats ${range}
    UNION ALL
    ${columns} FROM stat_increments ${range}
  ) AS one
  GROUP BY GROUPING SETS ((day, metric), (metric, latency_bucket))`;

/** A count of one metric: on one day, or, where `day` is null, in one latency bucket. */
type StatRow = LatencyBucket & { day: string | null; metric: Metric | `test_${Metric}` };

type Metric = 'accepted' | 'delivered' | 'failed' | 'otp_sent' | 'otp_verified';

type RowOfMode = Omit<StatRow, 'metric'> & { metric: Metric };

const testPrefix = 'test_';

/** The row with the live name of its metric, if it belongs to this mode. */
function toRowsOf(livemode: boolean, { metric, ...row }: StatRow): RowOfMode[] {
  const isTest = metric.startsWith(testPrefix);
  if (isTest === livemode) return [];
  return [{ ...row, metric: (isTest ? metric.slice(testPrefix.length) : metric) as Metric }];
}

/** Adds up counts by metric. */
function sumByMetric(rows: readonly RowOfMode[]): StatCounts {
  const sumOf = (wanted: Metric) =>
    rows.reduce((sum, { metric, count }) => (metric === wanted ? sum + count : sum), 0);
  return {
    accepted: sumOf('accepted'),
    delivered: sumOf('delivered'),
    failed: sumOf('failed'),
    otpSent: sumOf('otp_sent'),
    otpVerified: sumOf('otp_verified'),
  };
}
