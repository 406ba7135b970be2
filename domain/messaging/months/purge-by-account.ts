import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { retentionSettings } from './settings.ts';

const dayMs = 24 * 3_600_000;

/**
 * The maximum number of messages per account and run; the next run continues a minute later. Each run takes accounts in
 * random order.
 */
const maxPerAccount = 5_000;

/** The maximum number of messages per run. */
const maxRows = 20_000;

/** The time in which an account can revert a shorter retention before messages are deleted. */
const gracePeriodHours = 24;

/**
 * Finds expired messages. `greatest` applies the current minimum to accounts that chose a shorter retention when it was
 * still allowed.
 */
const findSql = `
  SELECT old.id FROM (SELECT * FROM settings WHERE message_retention_days IS NOT NULL ORDER BY random()) AS s, LATERAL (
    SELECT m.id FROM messages AS m
    WHERE m.user_id = s.user_id AND m.id < $1
      AND m.id < id_at('msg', now() - greatest(s.message_retention_days, $2) * interval '1 day')
    ORDER BY m.id LIMIT ${maxPerAccount}) AS old
  WHERE s.message_retention_set_at < now() - interval '${gracePeriodHours} hours'
  LIMIT ${maxRows}`;

/** Messages per statement: few enough for PostgreSQL to look each one up by its id. */
const perStatement = 1_000;

/** The ids are parameters: if a subquery found them, PostgreSQL would read whole months. */
const statement = `
  WITH parts AS (DELETE FROM message_parts WHERE message_id = ANY ($1)),
    events AS (DELETE FROM message_events WHERE message_id = ANY ($1))
  DELETE FROM messages WHERE id = ANY ($1) RETURNING id`;

/**
 * Deletes messages with their parts and events.
 *
 * @param ids the ids of messages that no longer change
 * @returns how many it deleted
 */
export async function deleteMessages(ids: string[]): Promise<number> {
  let deleted = 0;
  for (let at = 0; at < ids.length; at += perStatement) {
    const some = ids.slice(at, at + perStatement);
    deleted += (await query('delete-messages', statement, [some])).length;
  }
  return deleted;
}

/**
 * Deletes expired messages of accounts whose retention is shorter than the installation's. Uses PostgreSQL's clock, because
 * the clock of a worker may be wrong.
 *
 * @returns how many messages it deleted
 */
export async function purgeMessagesByAccount(): Promise<number> {
  const least = retentionSettings.MESSAGE_RETENTION_MIN_DAYS;
  const before = minIdAt('msg', databaseClock.now() - least * dayMs);
  const found = await query<{ id: string }>('messages-to-purge', findSql, [before, least]);
  return deleteMessages(found.map(({ id }) => id));
}
