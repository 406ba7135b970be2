import { databaseClock } from '#platform/database-clock.ts';
import { minIdAt } from '#platform/ids.ts';

const dayMs = 24 * 3_600_000;

/**
 * The age, in days, up to which a message may still change. Its validity ends after three days at most; a receipt may come
 * 72 hours later and wait in the inbox for seven days; two days are a reserve for a worker that could not write.
 */
export const liveDays = 15;

/** A margin for clocks of web processes that are ahead. */
const aheadDays = 2;

/**
 * The range of ids of the messages that may still change. The tables of messages are partitioned by month: a statement that
 * does not find messages by their ids must include this range, otherwise PostgreSQL searches every stored month. A range
 * that is known at planning costs nothing; a list of ids from another part of the statement does not help
 * (docs/decisions/046).
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
