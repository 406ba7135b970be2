import { deleteEmails } from '#domain/notifications/email/reconcile-emails.ts';
import { query } from '#platform/db.ts';
import type { OtpState } from '#prisma/generated/client.ts';
import { lookBackSeconds } from './read-otps.ts';

/** An OTP as part of what an account has stored about a number. It does not contain the code. */
export type StoredOtp = {
  id: string;
  state: OtpState;
  /** The times at which the code was sent, including resends. */
  sentAt: Date[];
  createdAt: Date;
  expiresAt: Date;
  /** The number of attempts, including the correct one. */
  attempts: number;
  /** The email addresses of its channels, even if no email was sent. */
  emails: string[];
};

/**
 * How many OTPs are read at most. Only a test number can have more: an account may send at most ten OTPs a day to any other
 * phone number, and OTPs are kept for 30 days.
 */
const maxRows = 10_000;

const list = `
  SELECT id, state, sent_at AS "sentAt", created_at AS "createdAt", expires_at AS "expiresAt", attempts,
    ARRAY(SELECT DISTINCT email FROM otp_send_attempts WHERE otp_id = otps.id AND email IS NOT NULL) AS emails
  FROM otps WHERE user_id = $1 AND recipient = $2 ORDER BY created_at DESC LIMIT $3`;

/** Lists the OTPs that an account has sent to a number (in E.164), newest first. */
export const listOtpsOf = (userId: string, recipient: string, limit = 1_000) =>
  query<StoredOtp>('list-otps-of', list, [userId, recipient, limit]);

/** Finds the OTPs to delete. Excludes OTPs of the last day, because they count towards the limits of the number. */
const findOld = `
  SELECT id, ARRAY(SELECT email_id FROM otp_send_attempts WHERE otp_id = otps.id AND email_id IS NOT NULL) AS "emailIds"
  FROM otps
  WHERE user_id = $1 AND recipient = $2 AND created_at <= $3 AND state <> 'pending'
    AND created_at < now() - interval '${lookBackSeconds} seconds' LIMIT ${maxRows}`;

const deleteOld = 'DELETE FROM otps WHERE id = ANY ($1) RETURNING id';

const leftOf = `
  SELECT count(*) AS left FROM (
    SELECT FROM otps WHERE user_id = $1 AND recipient = $2 AND created_at <= $3 LIMIT ${maxRows}) AS counted`;

/**
 * Deletes the OTPs that an account has sent to a number up to a given time, and their emails. OTPs that still count towards
 * the limits of the number are kept. Otherwise an account could bypass the limits with an erasure of the number.
 *
 * @returns how many OTPs it deleted, and how many remain, counted up to `maxRows`
 */
export async function deleteOtpsOf({
  userId,
  recipient,
  until,
}: {
  userId: string;
  recipient: string;
  until: Date;
}): Promise<{ deleted: number; left: number }> {
  const values = [userId, recipient, until];
  const old = await query<{ id: string; emailIds: string[] }>('old-otps-of', findOld, values);
  // Deletes emails first, because only the OTPs know the ids of their emails.
  await deleteEmails(old.flatMap(({ emailIds }) => emailIds));
  const deleted = await query('delete-otps-of', deleteOld, [old.map(({ id }) => id)]);
  const [row] = await query<{ left: number }>('otps-left-of', leftOf, values);
  return { deleted: deleted.length, left: row?.left ?? 0 };
}
