import { maxSendsPerDay, maxSendsPerHour } from './contract.ts';

const cooldownSeconds = [30, 60, 120, 300];
const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

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
    secondsUntilFewer(sentAt, now, maxSendsPerHour, hourSeconds),
    secondsUntilFewer(sentAt, now, maxSendsPerDay, daySeconds),
  );
}

/** Seconds until fewer than `max` of the times are within the last `window` seconds. */
function secondsUntilFewer(sentAt: Date[], now: Date, max: number, window: number): number {
  const ages = sentAt
    .map((at) => (now.getTime() - at.getTime()) / 1_000)
    .filter((age) => age < window)
    .sort((a, b) => a - b);
  const oldest = ages[max - 1];
  return oldest === undefined ? 0 : Math.ceil(window - oldest);
}
