import { unseal } from '#platform/crypto.server.ts';
import { query } from '#platform/db.server.ts';

const statement = `
  SELECT address_encrypted AS encrypted, otp_id AS "otpId" FROM notification_channels
  WHERE user_id = $1 AND kind = 'sms' AND confirmed_at IS NULL AND otp_id IS NOT NULL`;

/** The number that a user entered and has not confirmed, in E.164, and its code's id; null if there is none. */
export async function findWaitingNumber(userId: string) {
  const [row] = await query<{ encrypted: Buffer; otpId: string }>(
    'find-waiting-number',
    statement,
    [userId],
  );
  return row ? { number: unseal(row.encrypted), otpId: row.otpId } : null;
}
