import { withoutSorts } from '#domain/messaging/messages/list-sql.ts';
import { query, transaction } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';

/** Which messages of an account to a recipient, or to a pseudonym: ids after `after`, up to `until`. */
export type OfRecipient = { userId: string; recipient: string; after: string; until: string };

/**
 * A row comparison with the columns of the one index; that the ids bound the months PostgreSQL does not conclude from it
 * (`list-sql.ts`).
 */
const where = `
  WHERE (user_id, recipient, id) > ($1, $2, $3) AND (user_id, recipient, id) <= ($1, $2, $4)
    AND id > $3 AND id <= $4`;

const oldest = `
  SELECT id, state FROM messages ${where} ORDER BY user_id, recipient, id LIMIT $5`;

const newest = `
  SELECT id FROM messages ${where} ORDER BY user_id DESC, recipient DESC, id DESC LIMIT 1`;

const count = `SELECT count(*) AS messages FROM (SELECT FROM messages ${where} LIMIT $5) AS counted`;

/** An id that is after every message's. */
export const afterAll = minIdAt('msg', Number.POSITIVE_INFINITY);

function read<Row extends object>(
  name: string,
  sql: string,
  { userId, recipient, after, until }: OfRecipient,
  more: unknown[] = [],
): Promise<Row[]> {
  return transaction(
    async (tx) => {
      await tx.query(withoutSorts);
      return query<Row>(name, sql, [userId, recipient, after, until, ...more], tx);
    },
    { snapshot: true },
  );
}

/** Some messages, the oldest first. */
export const listOldest = (of: OfRecipient, limit: number) =>
  read<{ id: string; state: string }>('oldest-of-recipient', oldest, of, [limit]);

/** @returns the id of the newest message; null if there is none */
export async function findNewest(of: OfRecipient): Promise<string | null> {
  const [row] = await read<{ id: string }>('newest-of-recipient', newest, of);
  return row?.id ?? null;
}

/** @returns how many messages there are, at most `limit`: 10,000 take 30 ms, a million some seconds */
export async function countOf(of: OfRecipient, limit: number): Promise<number> {
  const [row] = await read<{ messages: number }>('count-of-recipient', count, of, [limit]);
  return row?.messages ?? 0;
}
