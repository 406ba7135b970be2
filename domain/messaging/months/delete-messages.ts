import { query } from '#platform/db.ts';

/** Few enough for PostgreSQL to look each up by its id. */
const perStatement = 1_000;

/** The ids are given, and not found by the same statement: PostgreSQL would read whole months for them. */
const statement = `
  WITH parts AS (DELETE FROM message_parts WHERE message_id = ANY ($1)),
    events AS (DELETE FROM message_events WHERE message_id = ANY ($1))
  DELETE FROM messages WHERE id = ANY ($1) RETURNING id`;

/**
 * Deletes messages with their parts and events.
 *
 * @param ids of messages that do not change any more
 * @returns how many there were
 */
export async function deleteMessages(ids: string[]): Promise<number> {
  let deleted = 0;
  for (let at = 0; at < ids.length; at += perStatement) {
    const some = ids.slice(at, at + perStatement);
    deleted += (await query('delete-messages', statement, [some])).length;
  }
  return deleted;
}
