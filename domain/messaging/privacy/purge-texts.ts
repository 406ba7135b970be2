import { leastTextDays } from '#domain/identity/settings/contract.browser.ts';
import { retentionSettings } from '#domain/messaging/months/settings.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt, timeOfId } from '#platform/ids.ts';

/**
 * The maximum number of messages per account and run; the next run continues a minute later. Each run takes accounts in
 * random order.
 */
const maxPerAccount = 5_000;

/** The maximum number of messages per run. */
const maxRows = 20_000;

/** Messages per statement: few enough for PostgreSQL to look each one up by its id. */
const perStatement = 1_000;

/** The time in which an account can revert a shorter retention before texts are deleted. */
const gracePeriodHours = 24;

/** Finds messages whose texts have expired, after those of the previous run, so that each message is read only once. */
const findSql = `
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
const deleteSql = `
  UPDATE messages SET content = NULL, encrypted_content = NULL
  WHERE id = ANY ($1) AND (content IS NOT NULL OR encrypted_content IS NOT NULL) RETURNING id`;

const rememberSql = `
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
  const before = minIdAt('msg', databaseClock.now() - leastTextDays * 24 * 3_600_000);
  const found = await query<{ userId: string; id: string }>('texts-to-purge', findSql, [before]);
  let deleted = 0;
  for (let at = 0; at < found.length; at += perStatement) {
    const some = found.slice(at, at + perStatement);
    const ids = some.map(({ id }) => id);
    deleted += (await query('purge-texts', deleteSql, [ids])).length;
    await query('remember-purged-texts', rememberSql, [JSON.stringify(some)]);
  }
  return deleted;
}

const dayMs = 24 * 3_600_000;

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
