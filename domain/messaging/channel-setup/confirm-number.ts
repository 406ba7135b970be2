import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { lockSession } from '#domain/identity/sessions/lock-session.ts';
import { verifyOtp } from '#domain/messaging/otp/verify-otp.ts';
import { systemUserId } from '#domain/messaging/sms-notifications/system-caller.ts';
import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { turnChannel } from '#domain/notifications/channels/turn-channel.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { findWaitingNumber } from './begin-number.ts';

/** Matches the OTP, as the number may have been changed meanwhile. */
const statement = `
  UPDATE notification_channels SET confirmed_at = $3, otp_id = NULL, failing_since = NULL, failure = NULL
  WHERE user_id = $1 AND kind = 'sms' AND otp_id = $2 AND confirmed_at IS NULL
  RETURNING id, (SELECT email FROM users WHERE users.id = $1) AS email`;

/**
 * Confirms a number by the code that was sent to it and turns SMS notifications on. The owner is
 * notified by email.
 *
 * @throws DomainError `otp_incorrect`, `otp_expired`, `otp_attempts_exceeded`; `not_found` without
 *   an unconfirmed number; `reauthentication_required` if the session was ended meanwhile
 */
export async function confirmNumber(
  signedIn: Pick<SignedInUser, 'userId' | 'sessionId'>,
  code: string,
): Promise<void> {
  const { userId } = signedIn;
  const unconfirmed = await findWaitingNumber(userId);
  if (!unconfirmed)
    throw new DomainError('not_found', { message: 'Please enter the number first.' });
  const { otpId, number: recipient } = unconfirmed;
  await verify({ otpId, recipient, code, service: null });
  await transaction(async (tx) => {
    await lockSession(signedIn, tx);
    const values = [userId, otpId, clock.now()];
    const [confirmed] = await query<{ id: string; email: string }>(
      'confirm-notification-number',
      statement,
      values,
      tx,
    );
    if (!confirmed) return;
    await turnChannel(userId, 'sms', true, tx);
    await enqueueEmail('channel_connected', confirmed.email, tx, confirmed.id);
  });
}

/** Rewords errors of the code and assigns them to its field. */
async function verify(input: Parameters<typeof verifyOtp>[1]): Promise<void> {
  try {
    await verifyOtp({ userId: systemUserId, livemode: true, restriction: null }, input);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, retryAfterSeconds } = error;
    throw new DomainError(code, {
      message: message.replaceAll('The OTP', 'The code'),
      param: 'code',
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
}
