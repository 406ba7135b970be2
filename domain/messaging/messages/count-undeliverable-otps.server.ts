import { query } from '#platform/db.server.ts';
import { minIdAt } from '#platform/ids.server.ts';

/** All messages of a code, and none of another, go to its number and are good until its end. */
const statement = `
  SELECT count(*) FILTER (WHERE NOT taken) AS untaken, count(*) FILTER (WHERE taken) AS undelivered
  FROM (
    SELECT bool_or(state = 'undelivered') AS taken
    FROM messages
    WHERE user_id = $1 AND key_id = ANY($2) AND kind = 'otp' AND id >= $3 AND id < $4
      AND valid_until >= $5 AND valid_until < $6
    GROUP BY recipient, valid_until
    HAVING bool_and(state NOT IN ('sent', 'delivered'))) AS unreached`;

/** Codes of whose messages none has come to its phone as far as is known: nobody can type them in. */
export type UndeliverableOtps = {
  /** Those that no carrier took, or is known to have taken. */
  untaken: number;
  /** Those that a carrier took and could not deliver. */
  undelivered: number;
};

/**
 * Counts the codes sent with API IDs of an account that reached nobody; each once, however often it was sent.
 *
 * @param begun when the codes were begun
 * @param lifeSeconds how long a code is good, which is as long as its messages are
 */
export async function countUndeliverableOtps(
  { userId, keyIds }: { userId: string; keyIds: string[] },
  begun: { from: Date; to: Date },
  lifeSeconds: number,
): Promise<UndeliverableOtps> {
  const [from, to] = [begun.from.getTime(), begun.to.getTime()];
  const life = lifeSeconds * 1_000;
  const [row] = await query<UndeliverableOtps>('count-unreached-codes', statement, [
    ...[userId, keyIds, minIdAt('msg', from), minIdAt('msg', to + life)],
    ...[new Date(from + life), new Date(to + life)],
  ]);
  return row ?? { untaken: 0, undelivered: 0 };
}
