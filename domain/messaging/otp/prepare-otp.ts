import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { newId } from '#platform/ids.ts';
import { codeTtlSeconds, type SendOtpInput } from './contract.ts';
import { codeColumn, generateOtpCode } from './otp-code.ts';
import type { OtpRow } from './read-otps.ts';
import type { OtpService } from './services/contract.ts';
import {
  resendCooldownSeconds,
  secondsUntilAllowed,
  secondsUntilAttempts,
} from './wrong-attempts.ts';

/** An OTP to send now. */
export type PreparedOtp = {
  id: string;
  recipient: string;
  code: string;
  sentAt: Date;
  expiresAt: Date;
  /** False for a resend of the pending OTP. */
  isNew: boolean;
  /** How many times the OTP was sent before. */
  round: number;
  /**
   * The pending OTP that this new OTP replaces, because the pending OTP has expired, or the service sends a new code each time.
   */
  overdueId: string | null;
  service: OtpService | null;
};

/**
 * Prepares the OTP to send to a number: either the pending OTP again, or a new OTP.
 *
 * @param service null means the installation's settings
 * @param rows the number's OTPs of the last day, newest first
 * @throws DomainError `otp_resend_too_soon`, `otp_attempts_exceeded` or `rate_limited`, with the seconds to wait
 */
export function prepareOtp(
  { userId }: Caller,
  { recipient, otp_length }: SendOtpInput,
  service: OtpService | null,
  rows: OtpRow[],
  now: Date,
): PreparedOtp {
  const all = rows.filter(({ serviceId }) => serviceId === (service?.id ?? null));
  // OTPs that were created while the number was a test number do not count towards limits, and are not resent.
  const ofService = all.filter(({ isTest }) => !isTest);
  const pending = ofService.find(({ state, expiresAt }) => state === 'pending' && expiresAt > now);
  const sendsNew = service?.resend === 'new';
  requireSendable({ rows, ofService, pending, sendsNew }, now);
  if (!pending || sendsNew) {
    const id = newId('otp', now.getTime());
    const expiresAt = new Date(now.getTime() + (service?.ttlSeconds ?? codeTtlSeconds) * 1_000);
    const code = generateOtpCode(service ?? { length: otp_length, letters: false });
    const overdueId = all.find(({ state }) => state === 'pending')?.id ?? null;
    return {
      id,
      recipient,
      code,
      sentAt: now,
      expiresAt,
      isNew: true,
      round: 0,
      overdueId,
      service,
    };
  }
  const { id, expiresAt, encryptedCode, sentAt } = pending;
  invariant(encryptedCode, 'a pending OTP has its code');
  const code = codeColumn.decrypt({ id, userId }, encryptedCode);
  return {
    ...{ id, recipient, code, sentAt: now, expiresAt, service },
    ...{ isNew: false, round: sentAt.length, overdueId: null },
  };
}

type Earlier = {
  /** The OTPs of all services, because the limits of a number apply to all services together. */
  rows: OtpRow[];
  ofService: OtpRow[];
  pending: OtpRow | undefined;
  /** Whether the service sends a new code each time. */
  sendsNew: boolean;
};

/**
 * Returns the seconds until the next code may be sent; 0 if it may be sent now. There is a delay only if the newest code is
 * still pending, or has no attempts left.
 */
function secondsUntilResend({ ofService, pending, sendsNew }: Omit<Earlier, 'rows'>, now: Date) {
  const [newest] = ofService;
  if (!pending && newest?.state !== 'exhausted') return 0;
  const hourAgo = now.getTime() - 3_600_000;
  const right = ofService.findIndex(({ state }) => state === 'verified');
  // The delay grows with the number of sends. This includes sends of the pending code, and of codes of the last hour without
  // attempts left. If the service sends a new code each time, sends of expired codes of the last hour count too.
  const counted = (right < 0 ? ofService : ofService.slice(0, right)).filter((row) => {
    if (row === pending) return true;
    const isOver = row.state === 'exhausted' || (sendsNew && row.state === 'expired');
    return isOver && row.createdAt.getTime() > hourAgo;
  });
  const sends = counted.flatMap(({ sentAt }) => sentAt.map((at) => at.getTime()));
  if (sends.length === 0) return 0;
  const sinceMs = now.getTime() - Math.max(...sends);
  return Math.ceil(resendCooldownSeconds(sends.length) - sinceMs / 1_000);
}

function requireSendable({ rows, ofService, pending, sendsNew }: Earlier, now: Date): void {
  // While no attempt is left, a new OTP is not sent, because it could not be verified.
  const attemptsWaitSeconds = secondsUntilAttempts(ofService, now);
  if (attemptsWaitSeconds > 0) {
    throw new DomainError('otp_attempts_exceeded', { retryAfterSeconds: attemptsWaitSeconds });
  }
  const cooldown = secondsUntilResend({ ofService, pending, sendsNew }, now);
  if (cooldown > 0) throw new DomainError('otp_resend_too_soon', { retryAfterSeconds: cooldown });
  const wait = secondsUntilAllowed(
    rows.filter(({ isTest }) => !isTest).flatMap(({ sentAt }) => sentAt),
    now,
  );
  if (wait <= 0) return;
  throw new DomainError('rate_limited', {
    message: 'Too many OTPs were sent to this number.',
    retryAfterSeconds: wait,
  });
}
