import { type LatencyBucket, latencyAt } from '#domain/messaging/stats/latency-buckets.ts';
import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import type { DeliveryOutcome } from '#prisma/generated/enums.ts';
import { noLatency } from './count-outcomes.ts';

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
   * The median and the 99th percentile of the time from the submit to the receipt, in milliseconds, with an error of at
   * most a fifth; null if the time is unknown for all messages.
   */
  p50: number | null;
  p99: number | null;
};

export type CarrierFigures = DeliveryFigures & {
  /** Empty for messages that no carrier had, such as messages that expired in the queue. */
  carrier: string;
  /** The codes of all outcomes except `submitted` and `delivered`, the most frequent first. */
  codes: { outcome: DeliveryOutcome; code: string; count: number }[];
};

export type PrefixFigures = DeliveryFigures & {
  carrier: string;
  /** Empty for all other phone numbers: their prefix is not listed, or they were not counted by prefix. */
  prefix: string;
};

/** `to` is exclusive. */
type Range = { from: Date; to: Date };

/** Outcomes with the same latency bucket. */
type Counted = { outcome: DeliveryOutcome; bucket: number; count: number };

type Row = Counted & { carrier: string; code: string };

type PrefixRow = Counted & { prefix: string };

/** The steps of a range in seconds: minutes, or hours and days by India's clock. */
export const stepSeconds = { minute: 60, hour: 3_600, day: 86_400 };

type Step = keyof typeof stepSeconds;

/** Minutes are kept for eight days, hours for 400. */
const tableOf = (step: Step) => (step === 'minute' ? 'delivery_stats' : 'delivery_hour_stats');

/** Counts of all phone numbers from $1 until $2. */
const totalsSql = (step: Step) => `
  SELECT carrier, outcome, latency_bucket AS bucket, code, sum(count)::int AS count
  FROM ${tableOf(step)} WHERE begins_at >= $1 AND begins_at < $2 GROUP BY carrier, outcome, latency_bucket, code`;

const ofCarrier = 'begins_at >= $1 AND begins_at < $2 AND carrier = $3';

/**
 * The totals of the carrier $3, and the prefixes with the most outcomes, without codes. Adds up the counts of each prefix first,
 * because a week has three thousand prefixes, each with dozens of outcomes and latencies.
 */
const byPrefix = (step: Step) => `
  WITH listed AS MATERIALIZED (
    SELECT prefix FROM delivery_prefix_stats WHERE ${ofCarrier}
    GROUP BY prefix ORDER BY sum(count) DESC, prefix LIMIT ${listedPrefixes}
  )
  SELECT '' AS prefix, outcome, latency_bucket AS bucket, sum(count)::int AS count
  FROM ${tableOf(step)} WHERE ${ofCarrier} GROUP BY outcome, latency_bucket
  UNION ALL
  SELECT prefix, outcome, latency_bucket, sum(count)::int FROM delivery_prefix_stats
  WHERE ${ofCarrier} AND prefix = ANY (ARRAY (SELECT prefix FROM listed))
  GROUP BY prefix, outcome, latency_bucket`;

/** The start of the step that contains a time, as `byTime` computes it. */
function startOfStep(at: Date, step: Step): number {
  const ms = stepSeconds[step] * 1_000;
  return Math.floor((at.getTime() + indiaOffsetMs) / ms) * ms - indiaOffsetMs;
}

/**
 * Reads the figures of each carrier, carriers with the most submitted messages first. The beginning of the range is rounded
 * down to a full step.
 *
 * For each minute of the range, it reads at most a few hundred rows, however many messages there are. If the step is
 * longer than a minute, it reads as many for each hour instead.
 */
export async function readCarrierFigures(
  { from, to }: Range,
  step: Step,
): Promise<CarrierFigures[]> {
  const since = new Date(startOfStep(from, step));
  return toCarrierFigures(
    await query<Row>(`delivery-figures-by-carrier-${tableOf(step)}`, totalsSql(step), [since, to]),
  );
}

const toCarrierFigures = (rows: Row[]): CarrierFigures[] =>
  [...groupBy(rows, ({ carrier }) => carrier)]
    .map(([carrier, of]) => ({ carrier, ...toFigures(of), codes: toCodes(of) }))
    .sort((a, b) => b.submitted - a.submitted || (a.carrier < b.carrier ? -1 : 1));

/**
 * Reads the figures of a carrier by prefix, prefixes with the most submitted messages first. Other phone numbers are listed
 * last, under an empty prefix. The beginning of the range is rounded down to a full step.
 *
 * @param step a minute only if the range began within the last two hours, and an hour within the last 25 hours: older
 *   counts by prefix are rolled up into hours and days
 */
export async function readPrefixFigures(
  carrier: string,
  { from, to }: Range,
  step: Step,
): Promise<PrefixFigures[]> {
  const since = new Date(startOfStep(from, step));
  const name = `delivery-figures-by-prefix-${tableOf(step)}`;
  const rows = await query<PrefixRow>(name, byPrefix(step), [since, to, carrier]);
  const listed = rows.filter(({ prefix }) => prefix !== '');
  const left = subtract(
    rows.filter(({ prefix }) => prefix === ''),
    listed,
  );
  return [...groupBy([...listed, ...left], ({ prefix }) => prefix)]
    .map(([prefix, of]) => ({ carrier, prefix, ...toFigures(of) }))
    .sort(
      (a, b) =>
        Number(a.prefix === '') - Number(b.prefix === '') ||
        b.submitted - a.submitted ||
        (a.prefix < b.prefix ? -1 : 1),
    );
}

/** The figures of all carriers together in a step of time. */
export type DeliveryStep = DeliveryFigures & { at: Date };

type TimedRow = Row & { at: Date };

/** The totals by step of $3 seconds. */
const byTime = (step: Step) => `
  SELECT date_bin($3 * interval '1 second', begins_at, '2026-01-01 00:00:00+05:30') AS at,
    carrier, outcome, latency_bucket AS bucket, code, sum(count)::int AS count
  FROM ${tableOf(step)} WHERE begins_at >= $1 AND begins_at < $2 GROUP BY at, carrier, outcome, latency_bucket, code`;

/**
 * Reads the figures of each carrier, as `readCarrierFigures` does, and of all carriers step by step, oldest first, with empty
 * steps. The beginning of the range is rounded down to a full step.
 */
export async function readDeliverySeries(
  { from, to }: Range,
  step: Step,
): Promise<{ carriers: CarrierFigures[]; steps: DeliveryStep[] }> {
  const first = startOfStep(from, step);
  const rows = await query<TimedRow>(`delivery-figures-by-time-${tableOf(step)}`, byTime(step), [
    ...[new Date(first), to, stepSeconds[step]],
  ]);
  const inSteps = new Map<number, Row[]>();
  for (let at = first; at < to.getTime(); at += stepSeconds[step] * 1_000) inSteps.set(at, []);
  for (const row of rows) inSteps.get(row.at.getTime())?.push(row);
  return {
    carriers: toCarrierFigures(
      merge(
        rows,
        ({ carrier, outcome, bucket, code }) => `${outcome} ${bucket} ${carrier}\n${code}`,
      ),
    ),
    steps: [...inSteps].map(([at, of]) => ({
      at: new Date(at),
      ...toFigures(merge(of, ({ outcome, bucket }) => `${outcome} ${bucket}`)),
    })),
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

/** Subtracts the counts of the listed prefixes from the totals over all phone numbers. */
function subtract(totals: PrefixRow[], listed: PrefixRow[]): PrefixRow[] {
  const keyOf = ({ outcome, bucket }: Counted) => `${outcome} ${bucket}`;
  const counts = new Map<string, number>();
  for (const row of listed) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + row.count);
  return totals
    .map((row) => ({ ...row, count: row.count - (counts.get(keyOf(row)) ?? 0) }))
    .filter(({ count }) => count > 0);
}

function groupBy<R>(rows: R[], keyOf: (row: R) => string): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** The most frequent codes of a carrier. */
const toCodes = (rows: Row[]): CarrierFigures['codes'] =>
  rows
    .filter(({ code }) => code !== '')
    .map(({ outcome, code, count }) => ({ outcome, code, count }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
    .slice(0, listedCodes);

function toFigures(rows: Counted[]): DeliveryFigures {
  const sum = (...outcomes: DeliveryOutcome[]) =>
    rows.reduce((all, { outcome, count }) => all + (outcomes.includes(outcome) ? count : 0), 0);
  const delivered = sum('delivered');
  const failed = sum('undelivered', 'failed', 'expired');
  const buckets: LatencyBucket[] = rows.filter(
    ({ outcome, bucket }) => outcome === 'delivered' && bucket !== noLatency,
  );
  return {
    submitted: sum('submitted'),
    delivered,
    failed,
    unknown: sum('unknown'),
    rejected: sum('rejected'),
    rate: delivered + failed === 0 ? null : delivered / (delivered + failed),
    p50: latencyAt(0.5, buckets),
    p99: latencyAt(0.99, buckets),
  };
}

/** How many live messages were accepted and submitted per second, in the last full minute. */
export type Throughput = { accepted: number; submitted: number };

/** How many accepted messages are counted at most: about 3,000 a second. Counting them takes about 50 ms. */
const maxCounted = 200_000;

/** $1 and $2 are the smallest ids that messages accepted at the beginning and at the end of the minute can have. */
const acceptedSql = `
  SELECT count(*)::int AS accepted FROM (
    SELECT FROM messages WHERE id >= $1 AND id < $2 AND livemode LIMIT ${maxCounted}) AS counted`;

const submittedSql = `
  SELECT coalesce(sum(count), 0)::int AS submitted FROM delivery_stats
  WHERE begins_at = $1 AND outcome = 'submitted'`;

/** Reads the throughput of the last full minute. Workers add their counts up to five seconds late. */
export async function readThroughput(): Promise<Throughput> {
  const until = Math.floor((clock.now().getTime() - 5_000) / 60_000) * 60_000;
  const from = until - 60_000;
  const [[accepted], [submitted]] = await Promise.all([
    query<{ accepted: number }>('accepted-in-a-minute', acceptedSql, [
      ...[minIdAt('msg', from), minIdAt('msg', until)],
    ]),
    query<{ submitted: number }>('submitted-in-a-minute', submittedSql, [new Date(from)]),
  ]);
  return {
    accepted: (accepted?.accepted ?? 0) / 60,
    submitted: (submitted?.submitted ?? 0) / 60,
  };
}
