import { indiaHourSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { type LatencyBucket, latencyAt } from '#domain/messaging/stats/latency-buckets.ts';
import { query } from '#platform/db.ts';
import { perInstance } from '#platform/instance.ts';
import type { DeliveryOutcome } from '#prisma/generated/enums.ts';
import { noLatency } from './count-outcomes.ts';
import { minutesKeptHours } from './keep-stats.ts';

/** How many prefixes are listed: the prefixes with the most outcomes. All other prefixes are added up. */
const listedPrefixes = 100;

/** How many codes are listed: the most frequent codes. */
const listedCodes = 50;

/** Outcomes of live messages in a range of time. */
export type DeliveryFigures = {
  /** Accepted by the carrier. A message that is sent again is counted again. */
  submitted: number;
  delivered: number;
  /** Undelivered, failed or expired. */
  failed: number;
  /** Submits without a response. */
  unknown: number;
  /** Submits that the carrier rejected, even if another carrier accepted the message later. */
  rejected: number;
  /** The share of delivered messages among ended messages, from 0 to 1; null if no message has ended. */
  rate: number | null;
  /**
   * From the submit to the receipt, in milliseconds, with an error of at most a fifth; null if it is unknown for all
   * messages.
   */
  p50: number | null;
  p99: number | null;
  /** The codes of all outcomes except `submitted` and `delivered`, the most frequent first. */
  codes: { outcome: DeliveryOutcome; code: string; count: number }[];
};

export type CarrierFigures = DeliveryFigures & {
  /** Empty for messages that no carrier had, such as messages that expired in the queue. */
  carrier: string;
};

export type PrefixFigures = CarrierFigures & {
  /** Empty for all other phone numbers: their prefix is not listed, or they were not counted by prefix. */
  prefix: string;
};

/** `to` is exclusive. */
type Range = { from: Date; to: Date };

type Row = {
  carrier: string;
  prefix: string;
  outcome: DeliveryOutcome;
  bucket: number;
  code: string;
  count: number;
};

/** The range from $1 to $2. It begins with a full minute, or with a full hour if minutes of this hour may be rolled up. */
const rangeSql = (minutesHours: number) => `
  range AS (
    SELECT CASE
      WHEN $1::timestamptz < ${indiaHourSql(`now() - interval '${minutesHours} hours'`)} THEN ${indiaHourSql('$1::timestamptz')}
      ELSE date_trunc('minute', $1::timestamptz) END AS since,
      $2::timestamptz AS until
  )`;

const totalsSql = `
  SELECT carrier, '' AS prefix, outcome, latency_bucket AS bucket, code, sum(count)::int AS count
  FROM delivery_stats WHERE begins_at >= (SELECT since FROM range) AND begins_at < (SELECT until FROM range)`;

const byCarrier = `
  WITH ${rangeSql(minutesKeptHours.carrier)}
  ${totalsSql} GROUP BY carrier, outcome, latency_bucket, code`;

/** The totals of the carrier $3, and the prefixes with the most outcomes. */
const byPrefix = `
  WITH ${rangeSql(minutesKeptHours.prefix)},
  counted AS MATERIALIZED (
    SELECT prefix, outcome, latency_bucket, code, sum(count)::int AS count FROM delivery_prefix_stats
    WHERE begins_at >= (SELECT since FROM range) AND begins_at < (SELECT until FROM range) AND carrier = $3
    GROUP BY prefix, outcome, latency_bucket, code
  ),
  listed AS (
    SELECT prefix FROM counted GROUP BY prefix ORDER BY sum(count) DESC, prefix LIMIT ${listedPrefixes}
  )
  ${totalsSql} AND carrier = $3 GROUP BY carrier, outcome, latency_bucket, code
  UNION ALL
  SELECT $3, prefix, outcome, latency_bucket, code, count FROM counted WHERE prefix IN (SELECT prefix FROM listed)`;

/**
 * Reads the figures of each carrier, carriers with the most submitted messages first.
 *
 * Reads at most a few hundred rows per minute, or per hour for data older than eight days, regardless of the number of
 * messages.
 */
export async function readCarrierFigures({ from, to }: Range): Promise<CarrierFigures[]> {
  return toCarrierFigures(await query<Row>('delivery-figures-by-carrier', byCarrier, [from, to]));
}

const toCarrierFigures = (rows: Row[]): CarrierFigures[] =>
  [...groupBy(rows, 'carrier')]
    .map(([carrier, of]) => ({ carrier, ...toFigures(of) }))
    .sort((a, b) => b.submitted - a.submitted || (a.carrier < b.carrier ? -1 : 1));

/**
 * Reads the figures of a carrier by prefix, prefixes with the most submitted messages first. Other phone numbers are listed
 * last, under an empty prefix. If the range begins more than two hours ago, it begins with a full hour.
 */
export async function readPrefixFigures(
  carrier: string,
  { from, to }: Range,
): Promise<PrefixFigures[]> {
  const rows = await query<Row>('delivery-figures-by-prefix', byPrefix, [from, to, carrier]);
  const listed = rows.filter(({ prefix }) => prefix !== '');
  const left = subtract(
    rows.filter(({ prefix }) => prefix === ''),
    listed,
  );
  return [...groupBy([...listed, ...left], 'prefix')]
    .map(([prefix, of]) => ({ carrier, prefix, ...toFigures(of) }))
    .sort(
      (a, b) =>
        Number(a.prefix === '') - Number(b.prefix === '') ||
        b.submitted - a.submitted ||
        (a.prefix < b.prefix ? -1 : 1),
    );
}

/** The figures of all carriers together in a step of time. */
export type DeliveryStep = Omit<DeliveryFigures, 'codes'> & { at: Date };

/** The steps of a series: minutes, or hours and days by India's clock. */
export const stepSeconds = { minute: 60, hour: 3_600, day: 86_400 };

type TimedRow = Row & { at: Date };

const byTime = `
  SELECT date_bin($3 * interval '1 second', begins_at, '2026-01-01 00:00:00+05:30') AS at,
    carrier, '' AS prefix, outcome, latency_bucket AS bucket, code, sum(count)::int AS count
  FROM delivery_stats WHERE begins_at >= $1 AND begins_at < $2 GROUP BY at, carrier, outcome, latency_bucket, code`;

/**
 * Rows by hour that this instance has read, because a week may have a million rows by minute. Counts of a past hour do not
 * change, except that a worker without PostgreSQL adds them later.
 */
const pastHours = perInstance(() => new Map<number, TimedRow[]>());

/** From when on an hour counts as past: workers add their counts every five seconds, and repeat failed statements. */
const settledMs = 600_000;

/** Hours with more rows are read again, so that invented codes cannot fill the memory. */
const mostKeptRows = 2_000;

/** Reads a range that begins with a full step, oldest rows first. */
async function readTimedRows({ from, to }: Range, step: keyof typeof stepSeconds) {
  const read = (since: number) =>
    query<TimedRow>('delivery-figures-by-time', byTime, [
      ...[new Date(since), to, step === 'minute' ? stepSeconds.minute : stepSeconds.hour],
    ]);
  if (step === 'minute') return read(from.getTime());
  const hourMs = stepSeconds.hour * 1_000;
  const known = pastHours();
  let since = from.getTime();
  const rows: TimedRow[] = [];
  for (let hour = known.get(since); hour; hour = known.get(since)) {
    rows.push(...hour);
    since += hourMs;
  }
  const fresh = await read(since);
  const byHour = new Map<number, TimedRow[]>();
  for (const row of fresh) {
    const hour = byHour.get(row.at.getTime());
    if (hour) hour.push(row);
    else byHour.set(row.at.getTime(), [row]);
  }
  for (let at = since; at + hourMs + settledMs <= to.getTime(); at += hourMs) {
    const hour = byHour.get(at) ?? [];
    if (hour.length <= mostKeptRows) known.set(at, hour);
  }
  const oldest = to.getTime() - 8 * stepSeconds.day * 1_000;
  for (const at of known.keys()) if (at < oldest) known.delete(at);
  return [...rows, ...fresh];
}

/**
 * Reads the figures of each carrier, as `readCarrierFigures` does, and of all carriers step by step, oldest first, with empty
 * steps. The range begins with a full step.
 */
export async function readDeliverySeries(
  { from, to }: Range,
  step: keyof typeof stepSeconds,
): Promise<{ carriers: CarrierFigures[]; steps: DeliveryStep[] }> {
  const seconds = stepSeconds[step];
  const first = startOfStep(from, seconds);
  const rows = await readTimedRows({ from: new Date(first), to }, step);
  const inSteps = new Map<number, Row[]>();
  for (let at = first; at < to.getTime(); at += seconds * 1_000) inSteps.set(at, []);
  for (const row of rows) inSteps.get(startOfStep(row.at, seconds))?.push(row);
  return {
    carriers: toCarrierFigures(
      merge(
        rows,
        ({ carrier, outcome, bucket, code }) => `${outcome} ${bucket} ${carrier}\n${code}`,
      ),
    ),
    steps: [...inSteps].map(([at, of]) => {
      const { codes: _, ...figures } = toFigures(
        merge(of, ({ outcome, bucket }) => `${outcome} ${bucket}`),
      );
      return { at: new Date(at), ...figures };
    }),
  };
}

/** Adds up the rows with the same key. */
function merge(rows: Row[], keyOf: (row: Row) => string): Row[] {
  const merged = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const found = merged.get(key);
    if (found) found.count += row.count;
    else merged.set(key, { ...row });
  }
  return [...merged.values()];
}

/** The start of the step that contains a time, as `byTime` computes it. India's clock is 5.5 hours ahead of UTC. */
function startOfStep(at: Date, seconds: number): number {
  const offset = 5.5 * 3_600_000;
  const ms = seconds * 1_000;
  return Math.floor((at.getTime() + offset) / ms) * ms - offset;
}

/** Subtracts the counts of the listed prefixes from the totals over all phone numbers. */
function subtract(totals: Row[], listed: Row[]): Row[] {
  const keyOf = ({ outcome, bucket, code }: Row) => `${outcome} ${bucket} ${code}`;
  const counts = new Map<string, number>();
  for (const row of listed) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + row.count);
  return totals
    .map((row) => ({ ...row, count: row.count - (counts.get(keyOf(row)) ?? 0) }))
    .filter(({ count }) => count > 0);
}

function groupBy(rows: Row[], key: 'carrier' | 'prefix'): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return groups;
}

function toFigures(rows: Row[]): DeliveryFigures {
  const sum = (...outcomes: DeliveryOutcome[]) =>
    rows.reduce((all, { outcome, count }) => all + (outcomes.includes(outcome) ? count : 0), 0);
  const delivered = sum('delivered');
  const failed = sum('undelivered', 'failed', 'expired');
  const buckets: LatencyBucket[] = rows.filter(
    ({ outcome, bucket }) => outcome === 'delivered' && bucket !== noLatency,
  );
  const codes = rows.filter(({ code }) => code !== '');
  return {
    submitted: sum('submitted'),
    delivered,
    failed,
    unknown: sum('unknown'),
    rejected: sum('rejected'),
    rate: delivered + failed === 0 ? null : delivered / (delivered + failed),
    p50: latencyAt(0.5, buckets),
    p99: latencyAt(0.99, buckets),
    codes: codes
      .map(({ outcome, code, count }) => ({ outcome, code, count }))
      .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
      .slice(0, listedCodes),
  };
}
