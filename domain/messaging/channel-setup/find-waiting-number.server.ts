import { addressColumn } from '#domain/notifications/channels/address-column.server.ts';
import { query } from '#platform/db.server.ts';

const statement = `
  SELECT id, address_encrypted AS encrypted, otp_id AS "otpId" FROM notification_channels
  WHERE user_id = $1 AND kind = 'sms' AND confirmed_at IS NULL AND otp_id IS NOT NULL`;

/** The number that a user entered and has not confirmed, in E.164, and its code's id; null if there is none. */
export async function findWaitingNumber(userId: string) {
  const [row] = await query<{ id: string; encrypted: Buffer; otpId: string }>(
    'find-waiting-number',
    statement,
    [userId],
  );
  if (!row) return null;
  const { id, encrypted, otpId } = row;
  return { number: addressColumn.decrypt({ id, userId }, encrypted), otpId };
}
