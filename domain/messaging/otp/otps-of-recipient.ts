import { deleteEmails } from '#domain/notifications/email/reconcile-emails.ts';
import { query } from '#platform/db.ts';
import type { OtpState } from '#prisma/generated/client.ts';
import { lookBackSeconds } from './read-otps.ts';

/** An OTP in the stored data of a number, without its code. */
export type StoredOtp = {
  id: string;
  state: OtpState;
  /** When the code was sent, and sent again. */
  sentAt: Date[];
  createdAt: Date;
  expiresAt: Date;
  /** Wrong attempts, and the correct one. */
  attempts: number;
  /** The addresses to which it was emailed, or would have been. */
  emails: string[];
};

/** Limits allow an account ten a day to a number, kept for 30 days; only test numbers can have more. */
const maxRows = 10_000;

const list = `
  SELECT id, state, sent_at AS "sentAt", created_at AS "createdAt", expires_at AS "expiresAt", attempts,
    ARRAY(SELECT DISTINCT email FROM otp_send_attempts WHERE otp_id = otps.id AND email IS NOT NULL) AS emails
  FROM otps WHERE user_id = $1 AND recipient = $2 ORDER BY created_at DESC LIMIT $3`;

/** The stored OTPs of an account to a number, in E.164, newest first. */
export const listOtpsOf = (userId: string, recipient: string, limit = 1_000) =>
  query<StoredOtp>('list-otps-of', list, [userId, recipient, limit]);

/** Excludes OTPs of the last day, which count towards the limits of the number. */
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
 * Deletes the OTPs that an account has sent to a number until a given time, with their emails. It keeps those that still
 * count towards the limits of the number: otherwise erasures would allow any number of codes.
 *
 * @returns how many it deleted, and about how many remain
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
  // Emails first, because the codes have their ids.
  await deleteEmails(old.flatMap(({ emailIds }) => emailIds));
  const deleted = await query('delete-otps-of', deleteOld, [old.map(({ id }) => id)]);
  const [row] = await query<{ left: number }>('otps-left-of', leftOf, values);
  return { deleted: deleted.length, left: row?.left ?? 0 };
}
