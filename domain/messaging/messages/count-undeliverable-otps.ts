import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';

/**
 * All messages of one OTP have its recipient and expiry, and no other OTP's messages have both. How long it is valid is up
 * to its service. What was emailed could be entered.
 */
const statement = `
  SELECT count(*) FILTER (WHERE NOT taken) AS untaken, count(*) FILTER (WHERE taken) AS undelivered
  FROM (
    SELECT bool_or(messages.state = 'undelivered') AS taken
    FROM messages
    JOIN otps USING (user_id, recipient, livemode)
    WHERE messages.user_id = $1 AND messages.key_id = ANY($2) AND messages.livemode AND messages.kind = 'otp'
      AND messages.id >= $3 AND messages.id < $4
      AND otps.expires_at = messages.valid_until AND otps.id >= $5 AND otps.id < $6
      AND NOT EXISTS (SELECT FROM otp_send_attempts WHERE otp_id = otps.id AND email_id IS NOT NULL)
    GROUP BY messages.recipient, messages.valid_until
    HAVING bool_and(messages.state NOT IN ('sent', 'delivered'))) AS unreached`;

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
 * @param maxLifeSeconds the longest validity of an OTP, within which it may be resent
 */
export async function countUndeliverableOtps(
  { userId, keyIds }: { userId: string; keyIds: string[] },
  begun: { from: Date; to: Date },
  maxLifeSeconds: number,
): Promise<UndeliverableOtps> {
  const [from, to] = [begun.from.getTime(), begun.to.getTime()];
  const [row] = await query<UndeliverableOtps>('count-undeliverable-otps', statement, [
    ...[userId, keyIds, minIdAt('msg', from), minIdAt('msg', to + maxLifeSeconds * 1_000)],
    ...[minIdAt('otp', from), minIdAt('otp', to)],
  ]);
  return row ?? { untaken: 0, undelivered: 0 };
}
