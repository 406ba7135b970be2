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
  /** False if it is resent. */
  isNew: boolean;
  /** How often it was sent before. */
  round: number;
  /** A pending OTP that this one replaces: its validity has ended, or the service sends a new code each time. */
  overdueId: string | null;
  service: OtpService | null;
};

/**
 * Prepares the OTP to send to a number: the pending one, or a new one.
 *
 * @param service null for the installation's service
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
  // OTPs from when the number was a test number do not count towards limits, and are not resent.
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
  /** The OTPs of all services: the limits of a number apply to all of them together. */
  rows: OtpRow[];
  ofService: OtpRow[];
  pending: OtpRow | undefined;
  /** Whether each send has a new code. */
  sendsNew: boolean;
};

/**
 * Seconds until the next code may be sent, if the newest one can still be entered or has no attempts left; 0 if it may be
 * sent now.
 */
function secondsUntilResend({ ofService, pending, sendsNew }: Omit<Earlier, 'rows'>, now: Date) {
  const [newest] = ofService;
  if (!pending && newest?.state !== 'exhausted') return 0;
  const hourAgo = now.getTime() - 3_600_000;
  const right = ofService.findIndex(({ state }) => state === 'verified');
  // Exhausted codes count too. If each send has a new code, earlier codes also count.
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
  // A new OTP could not be verified either, so it is not sent.
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
