import { sendOtp } from '#domain/messaging/otp/send-otp.server.ts';
import { systemCaller } from '#domain/messaging/sms-notifications/system-caller.server.ts';
import { addressColumn } from '#domain/notifications/channels/address-column.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { parseIndianMobile } from '#domain/shared/phone-number.ts';
import { prisma, query } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { createRateLimiter } from '#platform/rate-limit.server.ts';
import { maskNumber } from './mask.ts';

/** Codes that a user may have sent, whatever the numbers; each number has the limits of any OTP besides. */
const perDay = createRateLimiter('notification-codes', { points: 10, seconds: 86_400 });

/** A number that is confirmed stays until it is removed. */
const statement = `
  INSERT INTO notification_channels AS channel (id, user_id, kind, address_encrypted, hint, otp_id)
  VALUES ($1, $2, 'sms', $3, $4, $5)
  ON CONFLICT (user_id, kind) DO UPDATE SET
    id = excluded.id, address_encrypted = excluded.address_encrypted, hint = excluded.hint,
    otp_id = excluded.otp_id
  WHERE channel.confirmed_at IS NULL
  RETURNING id`;

/**
 * Sends a code to the number that a user wants notifications at; they type it in next.
 *
 * @param typed the number as the user wrote it
 * @param from where the user asks from, as limits count it; empty if that is not known
 * @throws DomainError `invalid_recipient`, `unsupported_country`, `rate_limited`, `otp_resend_too_soon`; `invalid_parameter` if another number is on
 */
export async function beginNumber(userId: string, typed: string, from: string): Promise<void> {
  const read = parseIndianMobile(typed);
  if ('fault' in read) throw new DomainError(read.fault, { param: 'number' });
  const { number } = read;
  await refuseSecond(userId);
  const taken = await perDay.take(userId);
  if (!taken.allowed) {
    throw new DomainError('rate_limited', {
      message: 'Too many codes were sent for your account today. Please try again tomorrow.',
      retryAfterSeconds: taken.resetSeconds,
    });
  }
  const input = { recipient: number, otp_length: 6 };
  // Anybody can ask for it, so of the number's ceiling it takes what those have who pay nothing.
  const caller = { ...(await systemCaller()), onDefaultPlan: true };
  const { data } = await sendOtp(caller, input, from);
  const id = newId('chn');
  const encrypted = addressColumn.encrypt({ id, userId }, number);
  const values = [id, userId, encrypted, maskNumber(number), data.otpId];
  const [row] = await query('begin-notification-number', statement, values);
  if (!row) throw secondNumber();
}

/** Before a code is sent in vain. */
async function refuseSecond(userId: string): Promise<void> {
  const where = { userId, kind: 'sms', confirmedAt: { not: null } } as const;
  if ((await prisma.notificationChannel.count({ where })) > 0) throw secondNumber();
}

const secondNumber = () =>
  new DomainError('invalid_parameter', {
    message: 'A number is connected already. Remove it first.',
    param: 'number',
  });

/**
 * Sends the code again to the number that is not confirmed yet.
 *
 * @throws DomainError as `beginNumber`; `not_found` if no number waits
 */
export async function resendCode(userId: string, from: string): Promise<void> {
  const waiting = await findWaitingNumber(userId);
  if (!waiting) throw new DomainError('not_found', { message: 'Please enter the number first.' });
  await beginNumber(userId, waiting.number, from);
}

const findWaiting = `
  SELECT id, address_encrypted AS encrypted, otp_id AS "otpId" FROM notification_channels
  WHERE user_id = $1 AND kind = 'sms' AND confirmed_at IS NULL AND otp_id IS NOT NULL`;

/** The number that a user entered and has not confirmed, in E.164, and its code's id; null if there is none. */
export async function findWaitingNumber(userId: string) {
  const [row] = await query<{ id: string; encrypted: Buffer; otpId: string }>(
    'find-waiting-number',
    findWaiting,
    [userId],
  );
  if (!row) return null;
  const { id, encrypted, otpId } = row;
  return { number: addressColumn.decrypt({ id, userId }, encrypted), otpId };
}
