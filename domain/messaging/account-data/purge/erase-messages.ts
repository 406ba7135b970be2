import { withoutSorts } from '#domain/messaging/messages/list-sql.ts';
import { pseudonymOf } from '#domain/messaging/privacy/pseudonym-of.ts';
import { query, transaction } from '#platform/db.ts';

/** Few enough for PostgreSQL to look each up by its id. */
const perPortion = 1_000;

/** In the order of the index of account and id, which no other index has (`list-sql.ts`). */
const find = `
  SELECT id, recipient FROM messages
  WHERE (user_id, id) > ($1, $2) AND (user_id, id) < ($1, 'msg_8') AND id > $2
  ORDER BY user_id, id LIMIT ${perPortion}`;

const readCursor = `SELECT messages_until AS "until" FROM account_deletions WHERE user_id = $1`;

/** The ids are given, for the planner to look each up in its month (docs/decisions/046). */
const erase = `
  WITH given AS (SELECT * FROM unnest($2::text[], $3::text[]) AS g(id, pseudonym)),
  parts AS (
    UPDATE message_parts SET recipient = pseudonym FROM given
    WHERE message_id = ANY ($2) AND message_id = given.id
  ),
  moved AS (UPDATE account_deletions SET messages_until = $4 WHERE user_id = $1)
  UPDATE messages SET recipient = pseudonym, content = NULL, encrypted_content = NULL FROM given
  WHERE messages.id = ANY ($2) AND messages.id = given.id`;

/**
 * Erases texts and numbers of the next messages of an account. What is left of a message, and a pseudonym in place of its
 * number, is the log that the law wants kept for a year (DPDP Rules 2025, rule 8).
 *
 * @returns how many; 0 if there are no more
 */
export async function eraseMessages(userId: string): Promise<number> {
  const [row] = await query<{ until: string }>('erased-until', readCursor, [userId]);
  const from = row?.until || 'msg_';
  const found = await transaction(
    async (tx) => {
      await tx.query(withoutSorts);
      type Found = { id: string; recipient: string };
      return query<Found>('messages-to-erase', find, [userId, from], tx);
    },
    { snapshot: true },
  );
  const last = found.at(-1);
  if (!last) return 0;
  const pseudonyms = found.map(({ recipient }) =>
    recipient.startsWith('+') ? pseudonymOf(userId, recipient) : recipient,
  );
  const ids = found.map(({ id }) => id);
  await query('erase-messages', erase, [userId, ids, pseudonyms, last.id]);
  return found.length;
}
