import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { retentionSettings } from './settings.ts';

const dayMs = 24 * 3_600_000;

/** Messages per account and run; the next run continues, a minute later. Accounts come in random order. */
const maxPerAccount = 5_000;

/** Messages per run. */
const maxRows = 20_000;

/** How long a shorter retention can be reverted before messages are deleted. */
const gracePeriodHours = 24;

/** `greatest` applies today's minimum to accounts that chose a shorter retention when it was allowed. */
const findSql = `
  SELECT old.id FROM (SELECT * FROM settings WHERE message_retention_days IS NOT NULL ORDER BY random()) AS s, LATERAL (
    SELECT m.id FROM messages AS m
    WHERE m.user_id = s.user_id AND m.id < $1
      AND m.id < id_at('msg', now() - greatest(s.message_retention_days, $2) * interval '1 day')
    ORDER BY m.id LIMIT ${maxPerAccount}) AS old
  WHERE s.message_retention_set_at < now() - interval '${gracePeriodHours} hours'
  LIMIT ${maxRows}`;

/** Few enough for PostgreSQL to look each up by its id. */
const perStatement = 1_000;

/** The ids are parameters and not found by the same statement, because PostgreSQL would then read whole months. */
const statement = `
  WITH parts AS (DELETE FROM message_parts WHERE message_id = ANY ($1)),
    events AS (DELETE FROM message_events WHERE message_id = ANY ($1))
  DELETE FROM messages WHERE id = ANY ($1) RETURNING id`;

/**
 * Deletes messages with their parts and events.
 *
 * @param ids of messages that no longer change
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
 * Deletes expired messages of accounts with a shorter retention than the installation. Uses PostgreSQL's clock, because
 * that of a worker may be wrong.
 *
 * @returns how many
 */
export async function purgeMessagesByAccount(): Promise<number> {
  const least = retentionSettings.MESSAGE_RETENTION_MIN_DAYS;
  const before = minIdAt('msg', databaseClock.now() - least * dayMs);
  const found = await query<{ id: string }>('messages-to-purge', findSql, [before, least]);
  return deleteMessages(found.map(({ id }) => id));
}
