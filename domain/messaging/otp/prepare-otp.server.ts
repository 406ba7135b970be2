import type { Caller } from '#domain/identity/api-keys/contract.ts';
import { DomainError, invariant } from '#domain/shared/errors.ts';
import { newId } from '#platform/ids.server.ts';
import { codeTtlSeconds, type SendOtpInput } from './contract.ts';
import { codeColumn, generateOtpCode } from './otp-code.server.ts';
import type { OtpRow } from './read-otps.server.ts';
import { resendCooldownSeconds, secondsUntilAllowed } from './send-limits.ts';
import { secondsUntilAttempts } from './wrong-attempts.ts';

/** An OTP to be sent now. */
export type PreparedOtp = {
  id: string;
  recipient: string;
  code: string;
  sentAt: Date;
  expiresAt: Date;
  /** False if it is resent. */
  isNew: boolean;
  /** An OTP that is still pending although its validity has ended, as its job has not run; it makes room for this one. */
  overdueId: string | null;
};

/**
 * Prepares the OTP to send to a number: the pending one, or a new one.
 *
 * @param rows the number's OTPs of the last day, the newest first
 * @throws DomainError `otp_resend_too_soon`, `otp_attempts_exceeded` or `rate_limited`, with the seconds to wait
 */
export function prepareOtp(
  { userId }: Caller,
  { recipient, otp_length }: SendOtpInput,
  rows: OtpRow[],
  now: Date,
): PreparedOtp {
  const pending = rows.find(({ state, expiresAt }) => state === 'pending' && expiresAt > now);
  requireSendable(rows, pending, now);
  if (!pending) {
    const id = newId('otp', now.getTime());
    const expiresAt = new Date(now.getTime() + codeTtlSeconds * 1_000);
    const code = generateOtpCode(otp_length);
    const overdueId = rows.find(({ state }) => state === 'pending')?.id ?? null;
    return { id, recipient, code, sentAt: now, expiresAt, isNew: true, overdueId };
  }
  const { id, expiresAt, encryptedCode } = pending;
  invariant(encryptedCode, 'a pending OTP has its code');
  const code = codeColumn.decrypt({ id, userId }, encryptedCode);
  return { id, recipient, code, sentAt: now, expiresAt, isNew: false, overdueId: null };
}

function requireSendable(rows: OtpRow[], pending: OtpRow | undefined, now: Date): void {
  // A new OTP could not be verified either, so none is sent.
  const attemptsWaitSeconds = secondsUntilAttempts(rows, now);
  if (attemptsWaitSeconds > 0) {
    throw new DomainError('otp_attempts_exceeded', { retryAfterSeconds: attemptsWaitSeconds });
  }
  const [newest] = pending?.sentAt.toSorted((a, b) => b.getTime() - a.getTime()) ?? [];
  if (pending && newest) {
    const age = (now.getTime() - newest.getTime()) / 1_000;
    const wait = Math.ceil(resendCooldownSeconds(pending.sentAt.length) - age);
    if (wait > 0) throw new DomainError('otp_resend_too_soon', { retryAfterSeconds: wait });
  }
  const wait = secondsUntilAllowed(
    rows.flatMap(({ sentAt }) => sentAt),
    now,
  );
  if (wait <= 0) return;
  throw new DomainError('rate_limited', {
    message: 'Too many OTPs were sent to this number.',
    retryAfterSeconds: wait,
  });
}
