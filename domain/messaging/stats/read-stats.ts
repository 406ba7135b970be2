import { readVerdict } from '#domain/dlt/operator-verdicts/receipt-errors.ts';
import { readValidCodes, type ValidCodes } from '#domain/messaging/otp/read-otps.ts';
import { query } from '#platform/db.ts';
import { statsTableSql } from './add-stats-sql.ts';
import {
  type Dimension,
  dimensions,
  type Period,
  periodBefore,
  type StatFilter,
  type Stats,
  type StatTotals,
} from './contract.ts';
import { latencyAt } from './latency-buckets.ts';

type ReadStatsOptions = {
  /** True, which is the default, counts messages of live keys; false, those of test keys. */
  livemode?: boolean;
  filter?: StatFilter;
  /** The dimension of `parts`. Without it `parts` is empty. */
  splitBy?: Dimension;
};

const columns: Record<Dimension, string> = {
  key: 'key_id',
  sender: 'sender',
  template: 'template_id',
  category: 'category',
  carrier: 'carrier',
};

/** The name of the prepared statement. Each SQL text needs a different name. */
const statsStatementName = (splitBy?: Dimension) => `read-stats-by-${splitBy ?? 'none'}`;

/**
 * Sums an account's counts of two adjacent periods: in total, by step, by reason and by one dimension. $1 is the account,
 * $2 the metrics of the mode, $3 the start of the first period, $4 and $5 the start and end of the second period, and $6
 * the step. The other parameters are the wanted values of the dimensions; null selects all.
 */
export const statsSql = (splitBy?: Dimension) => `
  WITH counted AS MATERIALIZED (
    SELECT begins_at < $4 AS is_before, date_bin(('1 ' || $6)::interval, begins_at, timestamptz '2000-01-01 00:00+05:30') AS at,
      metric, latency_bucket, code, ${splitBy ? columns[splitBy] : `''`} AS part, sum(count) AS count
    FROM ${statsTableSql} AS stats
    WHERE user_id = $1 AND metric = ANY ($2::stat_metric[]) AND begins_at >= $3 AND begins_at < $5
      AND ${dimensions.map((one, i) => `($${7 + i}::text IS NULL OR ${columns[one]} = $${7 + i})`).join(' AND ')}
    GROUP BY 1, 2, 3, 4, 5, 6
  )
  SELECT is_before AS "isBefore", at, metric, code, ${splitBy ? 'part' : 'NULL AS part'}, latency_bucket AS bucket,
    sum(count)::float8 AS count
  FROM counted
  GROUP BY GROUPING SETS ((is_before, metric, latency_bucket), (is_before, at, metric, latency_bucket),
    (is_before, metric, code)${splitBy ? ', (is_before, metric, part, latency_bucket)' : ''})`;

const metrics = ['accepted', 'delivered', 'failed', 'otp_sent', 'otp_verified'] as const;
const testPrefix = 'test_';

/** The values of the parameters of `statsSql`. */
export function statsValues(
  userId: string,
  period: Period,
  { livemode = true, filter = {} }: ReadStatsOptions = {},
): unknown[] {
  return [
    userId,
    metrics.map((metric) => (livemode ? metric : testPrefix + metric)),
    ...[periodBefore(period).from, period.from, period.to, period.step],
    ...dimensions.map((dimension) => filter[dimension] ?? null),
  ];
}

type Row = {
  isBefore: boolean;
  metric: string;
  /** At most one of `at`, `code` and `part` is set; for a total, none. */
  at: Date | null;
  code: string | null;
  part: string | null;
  /** Null in the counts by code. */
  bucket: number | null;
  count: number;
};

/** Reads the statistics of an account for a period, and for the preceding period of the same length. */
export async function readStats(
  userId: string,
  period: Period,
  options: ReadStatsOptions = {},
): Promise<Stats> {
  const { splitBy, filter, livemode = true } = options;
  const name = statsStatementName(splitBy);
  const [found, codes] = await Promise.all([
    query<Row>(name, statsSql(splitBy), statsValues(userId, period, options)),
    readValidCodes(userId, livemode),
  ]);
  const rows = found.map((row) => ({ ...row, metric: row.metric.replace(testPrefix, '') }));
  const ofCarrier = filter?.carrier !== undefined;
  const total = toTotals(ofCarrier);
  const valid = codes.filter(({ keyId }) => filter?.key === undefined || keyId === filter.key);
  const validIn = within(valid, period);
  const ofTotal = rows.filter(
    ({ at, code, part }) => at === null && code === null && part === null,
  );
  const byStep = groupBy(rows, ({ at, isBefore }) => (isBefore ? null : (at?.getTime() ?? null)));
  const byPart = groupBy(rows, ({ part, isBefore }) => (isBefore ? null : part));
  return {
    steps: listSteps(period).map((at) => {
      const to = new Date(at.getTime() + stepMs[period.step]);
      return { at, ...total(byStep.get(at.getTime()) ?? [], within(valid, { from: at, to })) };
    }),
    total: total(
      ofTotal.filter(({ isBefore }) => !isBefore),
      validIn,
    ),
    before: total(
      ofTotal.filter(({ isBefore }) => isBefore),
      within(valid, periodBefore(period)),
    ),
    reasons: toReasons(rows),
    parts: [...byPart]
      .map(([value, of]) => {
        const validOf = validIn.filter(({ keyId }) => splitBy !== 'key' || keyId === value);
        return { value, ...toTotals(ofCarrier || splitBy === 'carrier')(of, validOf) };
      })
      // Drops values without accepted messages: the empty sender under which OTPs are counted, and the empty carrier of
      // unsettled messages.
      .filter(({ value, accepted }) => accepted > 0 && !(splitBy === 'carrier' && value === ''))
      .sort((a, b) => b.accepted - a.accepted || (a.value < b.value ? -1 : 1)),
  };
}

/** Groups items by a key, and drops items whose key is null. */
function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K | null): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const stepMs = { hour: 3_600_000, day: 24 * 3_600_000 };

function listSteps({ from, to, step }: Period): Date[] {
  const count = Math.round((to.getTime() - from.getTime()) / stepMs[step]);
  return Array.from({ length: count }, (_, i) => new Date(from.getTime() + i * stepMs[step]));
}

const within = (codes: readonly ValidCodes[], { from, to }: Pick<Period, 'from' | 'to'>) =>
  codes.filter(({ at }) => at >= from && at < to);

/** @param ofCarrier whether the rows belong to one carrier; then accepted messages means messages with a final state */
const toTotals =
  (ofCarrier: boolean) =>
  (
    rows: readonly Pick<Row, 'metric' | 'bucket' | 'count'>[],
    valid: readonly ValidCodes[],
  ): StatTotals => {
    const of = (wanted: (typeof metrics)[number]) => rows.filter(({ metric }) => metric === wanted);
    const sum = (wanted: (typeof metrics)[number]) =>
      of(wanted).reduce((all, { count }) => all + count, 0);
    const latencyOf = (wanted: (typeof metrics)[number]) => {
      const buckets = of(wanted).map(({ bucket, count }) => ({ bucket: bucket ?? 0, count }));
      return { p50: latencyAt(0.5, buckets), p95: latencyAt(0.95, buckets) };
    };
    const [delivered, failed] = [sum('delivered'), sum('failed')];
    const [otpSent, otpVerified] = [sum('otp_sent'), sum('otp_verified')];
    const otpValid = valid.reduce((all, { count }) => all + count, 0);
    return {
      ...{ accepted: ofCarrier ? delivered + failed : sum('accepted'), delivered, failed },
      ...{ otpSent, otpVerified },
      // At most the number of codes that were sent and not verified, for two reasons. With a filter by sender, template
      // or carrier, no codes are counted as sent. And `valid` comes from another statement, which may have read earlier
      // or later counts.
      otpValid: Math.max(0, Math.min(otpValid, otpSent - otpVerified)),
      ...{ delivery: latencyOf('delivered'), verification: latencyOf('otp_verified') },
    };
  };

function toReasons(rows: readonly Row[]): Stats['reasons'] {
  const reasons = new Map<string, { code: string; count: number; before: number }>();
  for (const { metric, code, isBefore, count } of rows) {
    if (metric !== 'failed' || code === null) continue;
    const reason = reasons.get(code) ?? { code, count: 0, before: 0 };
    reason[isBefore ? 'before' : 'count'] += count;
    reasons.set(code, reason);
  }
  return [...reasons.values()]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

const readProfiles = 'SELECT name, profile FROM carriers WHERE name = ANY ($1::text[])';

/**
 * Names what the operators' error codes mean. The same code can have different meanings at different carriers, and the
 * counts of a reason do not name its carriers. So a code has a meaning only if all given carriers agree.
 *
 * @param reasons counted reasons, of which some have the code of a receipt, such as `UNDELIV 633`
 * @param carriers the carriers that reported the final states of the same messages
 * @returns the reasons, each with `reason`, the code in the form of a message's reason, for example
 *   `UNDELIV 633: dlt_template_not_matched`
 */
export async function addVerdicts<Reason extends { code: string }>(
  reasons: readonly Reason[],
  carriers: readonly string[],
): Promise<(Reason & { reason: string })[]> {
  const rows = await query<{ name: string; profile: unknown }>(
    'profiles-of-carriers',
    readProfiles,
    [carriers],
  );
  // For a removed carrier, the common list of meanings applies, as in the timeline of a message.
  const profiles = carriers.map((one) => rows.find(({ name }) => name === one)?.profile ?? null);
  return reasons.map((reason) => {
    const [, status = null, errorCode = null] = /^([A-Z]+|\d+) ([\w-]+)$/.exec(reason.code) ?? [];
    const verdicts = new Set(
      profiles.map((profile) => readVerdict({ kind: 'receipt', status, errorCode, profile })),
    );
    const [verdict] = verdicts;
    const meaning = verdicts.size === 1 && verdict ? `: ${verdict}` : '';
    return { ...reason, reason: reason.code + meaning };
  });
}
