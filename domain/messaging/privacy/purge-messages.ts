import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { leastTextDays } from '#domain/identity/settings/contract.browser.ts';
import { retentionSettings } from '#domain/messaging/months/settings.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt, timeOfId } from '#platform/ids.ts';

const dayMs = 24 * 3_600_000;

/**
 * The maximum number of messages per account and run; the next run continues a minute later. Each run takes accounts in
 * random order.
 */
const maxPerAccount = 5_000;

/** The maximum number of messages per run. */
const maxRows = 20_000;

/** Messages per statement: few enough for PostgreSQL to look each one up by its id. */
const perStatement = 1_000;

/** The time in which an account can revert a shorter retention before texts or messages are deleted. */
const gracePeriodHours = 24;

/** Finds messages whose texts have expired, after those of the previous run, so that each message is read only once. */
const findTextsSql = `
  SELECT s.user_id AS "userId", old.id
  FROM (
    SELECT user_id, text_retention_days AS days, coalesce(purged_until, '') AS purged_until
    FROM settings LEFT JOIN text_purges USING (user_id)
    WHERE text_retention_days IS NOT NULL AND text_retention_set_at < now() - interval '${gracePeriodHours} hours'
    ORDER BY random()) AS s,
  LATERAL (
    SELECT m.id FROM messages AS m
    WHERE m.user_id = s.user_id AND m.id > s.purged_until AND m.id < $1
      AND m.id < id_at('msg', now() - greatest(s.days, ${leastTextDays}) * interval '1 day')
    ORDER BY m.id LIMIT ${maxPerAccount}) AS old
  LIMIT ${maxRows}`;

/** The ids are parameters: if a subquery found them, PostgreSQL would read whole months. */
const deleteTextsSql = `
  UPDATE messages SET content = NULL, encrypted_content = NULL
  WHERE id = ANY ($1) AND (content IS NOT NULL OR encrypted_content IS NOT NULL) RETURNING id`;

const rememberPurgeSql = `
  INSERT INTO text_purges AS p (user_id, purged_until)
  SELECT n."userId", max(n.id)
  FROM json_to_recordset($1::json) AS n("userId" text, id text) JOIN users ON users.id = n."userId"
  GROUP BY 1 ORDER BY 1
  ON CONFLICT (user_id) DO UPDATE SET purged_until = greatest(p.purged_until, excluded.purged_until)`;

/**
 * Deletes expired texts of accounts that keep texts for less time than messages. A message that is older than seven days is
 * no longer sent, so its text is not needed. Uses PostgreSQL's clock, because the clock of a worker may be wrong.
 *
 * @returns how many texts it deleted
 */
export async function purgeTexts(): Promise<number> {
  const before = minIdAt('msg', databaseClock.now() - leastTextDays * dayMs);
  const found = await query<{ userId: string; id: string }>('texts-to-purge', findTextsSql, [
    before,
  ]);
  let deleted = 0;
  for (let at = 0; at < found.length; at += perStatement) {
    const some = found.slice(at, at + perStatement);
    const ids = some.map(({ id }) => id);
    deleted += (await query('purge-texts', deleteTextsSql, [ids])).length;
    await query('remember-purged-texts', rememberPurgeSql, [JSON.stringify(some)]);
  }
  return deleted;
}

/** The law no longer requires the log of messages that were accepted before this time, in milliseconds since 1970. */
export const lawfulSince = (): number =>
  databaseClock.now() - retentionSettings.MESSAGE_RETENTION_MIN_DAYS * dayMs;

/**
 * Returns the time until which the law requires the log to keep a message.
 *
 * @param messageId null if there is no message
 * @returns null if the law no longer requires the message
 */
export function retainedUntil(messageId: string | null): Date | null {
  if (messageId === null || timeOfId(messageId) < lawfulSince()) return null;
  return new Date(timeOfId(messageId) + retentionSettings.MESSAGE_RETENTION_MIN_DAYS * dayMs);
}

/** Deletes only texts that are no longer needed for sending. */
const deleteTextSql = `
  UPDATE messages SET content = NULL, encrypted_content = NULL
  WHERE id = $1 AND user_id = $2 AND livemode = $3 AND state IN ('delivered', 'undelivered', 'failed', 'expired')
  RETURNING id`;

const messageExistsSql = `
  SELECT id FROM messages WHERE id = $1 AND user_id = $2 AND livemode = $3
  UNION ALL SELECT id FROM scheduled_messages WHERE id = $1 AND user_id = $2 AND livemode = $3`;

/**
 * Deletes the text of a message permanently. The message stays in the log, because the law requires the log for a year.
 *
 * @param id the id of a message, in the format of our ids
 * @throws DomainError `not_found`, or `invalid_parameter` with the param `id` if the message has no final state yet
 */
export async function deleteText(
  { userId, livemode }: Pick<Caller, 'userId' | 'livemode'>,
  id: string,
): Promise<void> {
  const values = [id, userId, livemode];
  if ((await query('delete-text', deleteTextSql, values)).length > 0) return;
  if ((await query('has-message', messageExistsSql, values)).length === 0) {
    throw new DomainError('not_found', { message: 'There is no message with this id.' });
  }
  const message = 'The message is still being sent. You can delete its text afterwards.';
  throw new DomainError('invalid_parameter', { param: 'id', message });
}

/**
 * Finds expired messages. `greatest` applies the current minimum to accounts that chose a shorter retention when it was
 * still allowed.
 */
const findMessagesSql = `
  SELECT old.id FROM (SELECT * FROM settings WHERE message_retention_days IS NOT NULL ORDER BY random()) AS s, LATERAL (
    SELECT m.id FROM messages AS m
    WHERE m.user_id = s.user_id AND m.id < $1
      AND m.id < id_at('msg', now() - greatest(s.message_retention_days, $2) * interval '1 day')
    ORDER BY m.id LIMIT ${maxPerAccount}) AS old
  WHERE s.message_retention_set_at < now() - interval '${gracePeriodHours} hours'
  LIMIT ${maxRows}`;

/** The ids are parameters: if a subquery found them, PostgreSQL would read whole months. */
const deleteMessagesSql = `
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
    deleted += (await query('delete-messages', deleteMessagesSql, [some])).length;
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
  const found = await query<{ id: string }>('messages-to-purge', findMessagesSql, [before, least]);
  return deleteMessages(found.map(({ id }) => id));
}
