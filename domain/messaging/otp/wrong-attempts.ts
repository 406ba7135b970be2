import {
  maxAttemptsPerDay,
  maxAttemptsPerHour,
  maxSendsPerDay,
  maxSendsPerHour,
} from './contract.ts';

/** The attempts at an OTP. If the OTP was verified, its last attempt was correct. */
export type OtpAttempts = { state: string; attempts: number; createdAt: Date };

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

/**
 * Returns the seconds until the next attempt for a number is allowed; 0 if an attempt is allowed now. Attempts at an OTP
 * count towards the hourly limit until an hour after the OTP was created, and towards the daily limit until a day after.
 *
 * @param codes the OTPs of the last day to a number, of one account and service
 */
export function secondsUntilAttempts(codes: readonly OtpAttempts[], now: Date): number {
  const newestFirst = codes.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const right = newestFirst.findIndex(({ state }) => state === 'verified');
  const counted = right < 0 ? newestFirst : newestFirst.slice(0, right);
  return Math.max(
    secondsUntilFewer(counted, now, maxAttemptsPerHour, hourSeconds),
    secondsUntilFewer(counted, now, maxAttemptsPerDay, daySeconds),
  );
}

/** Returns the seconds until fewer than `max` attempts belong to OTPs that were created in the last `window` seconds. */
function secondsUntilFewer(
  newestFirst: readonly OtpAttempts[],
  now: Date,
  max: number,
  window: number,
): number {
  let tries = 0;
  for (const { attempts, createdAt } of newestFirst) {
    const age = (now.getTime() - createdAt.getTime()) / 1_000;
    if (age >= window) return 0;
    tries += attempts;
    if (tries >= max) return Math.ceil(window - age);
  }
  return 0;
}

const cooldownSeconds = [30, 60, 120, 300];

/** Returns the seconds to wait after a send before the OTP can be resent. @param sends how many times the OTP was sent */
export function resendCooldownSeconds(sends: number): number {
  return cooldownSeconds[Math.min(sends, cooldownSeconds.length) - 1] ?? 0;
}

/**
 * Returns the seconds until the hourly and daily limits allow another OTP to a number; 0 if they allow another OTP now.
 *
 * @param sentAt the times at which OTPs were sent in the last day, in any order
 */
export function secondsUntilAllowed(sentAt: Date[], now: Date): number {
  return Math.max(
    secondsUntilFewerSent(sentAt, now, maxSendsPerHour, hourSeconds),
    secondsUntilFewerSent(sentAt, now, maxSendsPerDay, daySeconds),
  );
}

/** Returns the seconds until fewer than `max` of the times are within the last `window` seconds. */
function secondsUntilFewerSent(sentAt: Date[], now: Date, max: number, window: number): number {
  const ages = sentAt
    .map((at) => (now.getTime() - at.getTime()) / 1_000)
    .filter((age) => age < window)
    .sort((a, b) => a - b);
  const oldest = ages[max - 1];
  return oldest === undefined ? 0 : Math.ceil(window - oldest);
}
