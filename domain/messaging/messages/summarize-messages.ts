import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { type LogFilter, type StateGroup, stateGroups } from './contract.ts';
import { toListFilters } from './find-messages.ts';
import { type ListStatement, lookedAt, maxLookedAt, withoutSorts } from './list-sql.ts';

type GroupCounts = Record<StateGroup, number>;

/** Counts of the messages that pass the filters of the log, by result and time. */
export type MessageSummary = {
  counts: GroupCounts;
  /** How many of these messages are on earlier (newer) pages of the log, including the message `after`. */
  before: GroupCounts;
  /** Whether there are more messages than the `maxLookedAt` that were read. */
  isCut: boolean;
  /** The time span of a bar, in milliseconds. */
  step: number;
  /**
   * The bars of the chart, oldest first. They begin at the start of the filter, but at most 31 days before the first
   * message, and end at the end of the filter or at the last message. Empty if there are no messages.
   */
  bars: (GroupCounts & { at: number })[];
};

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const day = 24 * hour;

/** The possible time spans of a bar, in milliseconds. A day in India is a multiple of each span up to a day. */
const steps = [
  ...[second, 5 * second, 15 * second, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour],
  ...[day, 7 * day, 30 * day, 365 * day],
];

/** The maximum number of bars, not counting a bar that begins or ends outside the time span of the filter. */
const maxBars = 48;

const inGroup = (group: StateGroup) =>
  `state IN (${stateGroups[group].map((state) => `'${state}'`).join(', ')})`;

const milliseconds = (time: string) => `(extract(epoch FROM ${time}) * 1000)::bigint`;

type Row = {
  count: number;
  first: number | null;
  last: number | null;
  step: number;
  bars: { group: StateGroup; at: number; count: number; before: number }[] | null;
};

/**
 * Builds the statement that counts the messages of `looked` that pass the filters, by group of states and by step. Chooses the
 * shortest step that gives at most `maxBars` bars.
 *
 * @param from,to the time span of the filter, in milliseconds
 */
export function summaryStatement(
  looked: ListStatement,
  { from, to, after }: { from: number | null; to: number | null; after: string | null },
): ListStatement {
  const values = [...looked.values, from, to, after, steps];
  const [$from, $to, $after, $steps] = [3, 2, 1, 0].map((back) => `$${values.length - back}`);
  return {
    name: `summarize-messages${looked.name}`,
    sql: `
  WITH RECURSIVE ${looked.sql},
  looked AS (
    SELECT count(*)::int AS count, min(created_at) AS first, max(created_at) AS last FROM looked_at
  ),
  span AS (
    SELECT count,
      CASE WHEN count < ${maxLookedAt} AND ${$from}::bigint IS NOT NULL
        THEN greatest(${$from}::bigint, ${milliseconds("(first - interval '31 days')")})
        ELSE ${milliseconds('first')} END AS first,
      coalesce(${$to}::bigint - 1, ${milliseconds('last')}) AS last
    FROM looked
  ),
  chosen AS (
    SELECT *, coalesce(
      (SELECT min(step) FROM unnest(${$steps}::bigint[]) AS step WHERE step * ${maxBars} >= last - first),
      ${steps.at(-1)}) AS step
    FROM span
  ),
  bars AS (
    SELECT
      CASE WHEN ${inGroup('delivered')} THEN 'delivered' WHEN ${inGroup('failed')} THEN 'failed' ELSE 'in_progress' END AS group,
      (${milliseconds('created_at')} + ${indiaOffsetMs}) / step * step - ${indiaOffsetMs} AS at,
      count(*)::int AS count, (count(*) FILTER (WHERE id >= ${$after}::text))::int AS before
    FROM looked_at CROSS JOIN chosen
    WHERE passes
    GROUP BY 1, 2
  )
  SELECT count, first::float8, last::float8, step::float8, (SELECT json_agg(bars) FROM bars) AS bars FROM chosen`,
    values,
  };
}

/**
 * Counts the messages of the log by group of states and by time. Reads only the newest `maxLookedAt` messages, which takes
 * PostgreSQL about 20 ms for an account of any size.
 *
 * @param filter its field `states` is ignored
 * @param after the id of the last message of the previous page
 */
export async function summarizeMessages(
  userId: string,
  { states: _, ...filter }: LogFilter & { livemode: boolean },
  after: string | undefined,
): Promise<MessageSummary> {
  const { from, to } = filter;
  const { name, sql, values } = summaryStatement(lookedAt(toListFilters(userId, filter)), {
    from: from === undefined ? null : Date.parse(from),
    to: to === undefined ? null : Math.min(Date.parse(to), clock.now().getTime()),
    after: after ?? null,
  });
  const [row] = await transaction(
    async (tx) => {
      await tx.query(withoutSorts);
      return query<Row>(name, sql, values, tx);
    },
    { snapshot: true },
  );
  return toSummary(row);
}

const none = (): GroupCounts => ({ delivered: 0, failed: 0, in_progress: 0 });

function toSummary(row: Row | undefined): MessageSummary {
  const summary = { counts: none(), before: none(), isCut: false, step: 0, bars: [] };
  if (!row || row.count === 0) return summary;
  const { count, first, last, step } = row;
  const begin = (at: number) => Math.floor((at + indiaOffsetMs) / step) * step - indiaOffsetMs;
  const bars = new Map<number, GroupCounts & { at: number }>();
  for (let at = begin(first ?? 0); at <= (last ?? 0); at += step) bars.set(at, { at, ...none() });
  for (const { group, at, count, before } of row.bars ?? []) {
    summary.counts[group] += count;
    summary.before[group] += before;
    const bar = bars.get(at);
    if (bar) bar[group] += count;
  }
  return { ...summary, isCut: count >= maxLookedAt, step, bars: [...bars.values()] };
}
