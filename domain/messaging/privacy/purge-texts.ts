import { leastTextDays } from '#domain/identity/settings/contract.browser.ts';
import { retentionSettings } from '#domain/messaging/months/settings.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt, timeOfId } from '#platform/ids.ts';

/** Messages per account and run; the next run continues, a minute later. Accounts come in random order. */
const maxPerAccount = 5_000;

/** Messages per run. */
const maxRows = 20_000;

/** Few enough for PostgreSQL to look each up by its id. */
const perStatement = 1_000;

/** How long a shorter retention can be reverted before texts are deleted. */
const gracePeriodHours = 24;

/** Continues where the last run ended, so that each message is read once. */
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

/** The ids are parameters and not found by the same statement, because PostgreSQL would then read whole months. */
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
 * no longer sent, so its text is not needed. Uses PostgreSQL's clock, because that of a worker may be wrong.
 *
 * @returns how many
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

/** The law does not require the log of messages that were accepted before this time; in milliseconds since 1970. */
export const lawfulSince = (): number =>
  databaseClock.now() - retentionSettings.MESSAGE_RETENTION_MIN_DAYS * dayMs;

/**
 * Until when the law requires a message in the log.
 *
 * @param messageId null if there is no message
 * @returns null if the law no longer requires it
 */
export function retainedUntil(messageId: string | null): Date | null {
  if (messageId === null || timeOfId(messageId) < lawfulSince()) return null;
  return new Date(timeOfId(messageId) + retentionSettings.MESSAGE_RETENTION_MIN_DAYS * dayMs);
}
