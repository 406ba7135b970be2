import { query } from '#platform/db.server.ts';
import { minIdAt } from '#platform/ids.server.ts';

/**
 * All messages of one OTP have the same recipient and expiry, and no other OTP's messages have
 * both.
 */
const statement = `
  SELECT count(*) FILTER (WHERE NOT taken) AS untaken, count(*) FILTER (WHERE taken) AS undelivered
  FROM (
    SELECT bool_or(state = 'undelivered') AS taken
    FROM messages
    WHERE user_id = $1 AND key_id = ANY($2) AND kind = 'otp' AND id >= $3 AND id < $4
      AND valid_until >= $5 AND valid_until < $6
    GROUP BY recipient, valid_until
    HAVING bool_and(state NOT IN ('sent', 'delivered'))) AS unreached`;

/**
 * OTPs none of whose messages reached the phone, as far as known, so that they could not be
 * entered.
 */
export type UndeliverableOtps = {
  /** No carrier accepted them, as far as known. */
  untaken: number;
  /** A carrier accepted them and could not deliver. */
  undelivered: number;
};

/**
 * Counts the OTPs of some API IDs that reached nobody; a resent OTP counts once.
 *
 * @param begun when the OTPs were created
 * @param lifeSeconds validity of an OTP, and of its messages
 */
export async function countUndeliverableOtps(
  { userId, keyIds }: { userId: string; keyIds: string[] },
  begun: { from: Date; to: Date },
  lifeSeconds: number,
): Promise<UndeliverableOtps> {
  const [from, to] = [begun.from.getTime(), begun.to.getTime()];
  const life = lifeSeconds * 1_000;
  const [row] = await query<UndeliverableOtps>('count-undeliverable-otps', statement, [
    ...[userId, keyIds, minIdAt('msg', from), minIdAt('msg', to + life)],
    ...[new Date(from + life), new Date(to + life)],
  ]);
  return row ?? { untaken: 0, undelivered: 0 };
}
