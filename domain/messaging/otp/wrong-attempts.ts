import {
  maxAttemptsPerDay,
  maxAttemptsPerHour,
  maxSendsPerDay,
  maxSendsPerHour,
} from './contract.ts';

/** The attempts at an OTP. If it was verified, the last one was correct. */
export type OtpAttempts = { state: string; attempts: number; createdAt: Date };

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

/**
 * Seconds until a number has attempts again; 0 if it has some. The attempts at an OTP lapse an hour
 * and a day after it was created.
 *
 * @param codes of the last day, of one number and account
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

/** Seconds until fewer than `max` attempts belong to OTPs of the last `window` seconds. */
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

/** Seconds until an OTP can be resent. @param sends how often it was sent */
export function resendCooldownSeconds(sends: number): number {
  return cooldownSeconds[Math.min(sends, cooldownSeconds.length) - 1] ?? 0;
}

/**
 * Seconds until a number may get another OTP by the hourly and daily limits; 0 if it may now.
 *
 * @param sentAt the sends of the last day, in any order
 */
export function secondsUntilAllowed(sentAt: Date[], now: Date): number {
  return Math.max(
    secondsUntilFewerSent(sentAt, now, maxSendsPerHour, hourSeconds),
    secondsUntilFewerSent(sentAt, now, maxSendsPerDay, daySeconds),
  );
}

/** Seconds until fewer than `max` of the times are within the last `window` seconds. */
function secondsUntilFewerSent(sentAt: Date[], now: Date, max: number, window: number): number {
  const ages = sentAt
    .map((at) => (now.getTime() - at.getTime()) / 1_000)
    .filter((age) => age < window)
    .sort((a, b) => a - b);
  const oldest = ages[max - 1];
  return oldest === undefined ? 0 : Math.ceil(window - oldest);
}
