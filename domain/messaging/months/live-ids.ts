import { databaseClock } from '#platform/database-clock.ts';
import { minIdAt } from '#platform/ids.ts';

const dayMs = 24 * 3_600_000;

/**
 * How old a message may be that still changes. Its validity ends after three days at most, a receipt may come 72 hours
 * later, wait in the inbox for seven days, and two are for a worker that could not write meanwhile.
 */
export const liveDays = 15;

/** For clocks of web processes that are ahead. */
const aheadDays = 2;

/**
 * The range of ids of the messages that may still change. The tables of messages are partitioned by month: a statement
 * that finds messages by anything else than their ids says so, or PostgreSQL plans and looks into every month that is
 * kept. A range that is known when a statement is planned costs nothing; a list of ids that another part of the
 * statement yields does not help (docs/decisions/046).
 *
 * @returns the first id, and the one after the last
 */
export function liveIds(): [from: string, to: string] {
  const now = databaseClock.now();
  return [minIdAt('msg', now - liveDays * dayMs), minIdAt('msg', now + aheadDays * dayMs)];
}

/** SQL condition for `liveIds`. @param from the number of the first of two parameters */
export const isLiveSql = (column: string, from: number) =>
  `${column} >= $${from} AND ${column} < $${from + 1}`;
