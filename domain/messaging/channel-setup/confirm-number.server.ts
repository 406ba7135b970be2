import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { holdSession } from '#domain/identity/sessions/hold-session.server.ts';
import { verifyOtp } from '#domain/messaging/otp/verify-otp.server.ts';
import { systemUserId } from '#domain/messaging/sms-notifications/system-caller.server.ts';
import { turnChannel } from '#domain/notifications/channels/turn-channel.server.ts';
import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import { findWaitingNumber } from './begin-number.server.ts';

/** Only the number that the code was sent to: it may have been changed meanwhile. */
const statement = `
  UPDATE notification_channels SET confirmed_at = $3, otp_id = NULL, failing_since = NULL, failure = NULL
  WHERE user_id = $1 AND kind = 'sms' AND otp_id = $2 AND confirmed_at IS NULL
  RETURNING id, (SELECT email FROM users WHERE users.id = $1) AS email`;

/**
 * Confirms a number by the code that was sent to it, and turns notifications by SMS on, which the
 * owner is mailed.
 *
 * @throws DomainError `otp_incorrect`, `otp_expired`, `otp_attempts_exceeded`; `not_found` if no number waits;
 *   `reauthentication_required` if the session was ended meanwhile
 */
export async function confirmNumber(
  signedIn: Pick<SignedInUser, 'userId' | 'sessionId'>,
  code: string,
): Promise<void> {
  const { userId } = signedIn;
  const waiting = await findWaitingNumber(userId);
  if (!waiting) throw new DomainError('not_found', { message: 'Please enter the number first.' });
  const { otpId, number: recipient } = waiting;
  await verify({ otpId, recipient, code });
  await transaction(async (on) => {
    await holdSession(signedIn, on);
    const values = [userId, otpId, clock.now()];
    const [confirmed] = await query<{ id: string; email: string }>(
      'confirm-notification-number',
      statement,
      values,
      on,
    );
    if (!confirmed) return;
    await turnChannel(userId, 'sms', true, on);
    await enqueueEmail('channel_connected', confirmed.email, on, confirmed.id);
  });
}

/** What is wrong with a code stands beside its field. */
async function verify(input: Parameters<typeof verifyOtp>[1]): Promise<void> {
  try {
    await verifyOtp(systemUserId, input);
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
