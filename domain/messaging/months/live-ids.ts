import { maxMoveDays } from '#domain/messaging/scheduling/contract.browser.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { minIdAt } from '#platform/ids.ts';

const dayMs = 24 * 3_600_000;

/**
 * The age up to which a message may still change, in days. The validity of a message ends after three days at most. A
 * receipt can arrive 72 hours later, and wait in the inbox for seven days. Two more days are a reserve for a worker that
 * could not write. A scheduled message may have been moved to a later time.
 */
export const liveDays = 15 + maxMoveDays;

/** Extra days. The clock of a web process may be ahead, and a scheduled message may have been moved to an earlier time. */
const aheadDays = 2 + maxMoveDays;

/**
 * Returns the range of ids of messages that may still change. The tables of messages are partitioned by month. A statement
 * that does not find messages by their ids must include this range, otherwise PostgreSQL searches every stored month. The
 * bounds must be parameters, because PostgreSQL skips partitions when it plans the statement; ids from another part of the
 * statement do not help (docs/decisions/046).
 *
 * @returns the lower bound (inclusive) and the upper bound (exclusive)
 */
export function liveIds(): [from: string, to: string] {
  const now = databaseClock.now();
  return [minIdAt('msg', now - liveDays * dayMs), minIdAt('msg', now + aheadDays * dayMs)];
}

/** SQL condition for `liveIds`. @param from the number of the first of two parameters */
export const isLiveSql = (column: string, from: number) =>
  `${column} >= $${from} AND ${column} < $${from + 1}`;
