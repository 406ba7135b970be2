import { maxSendsPerDay, maxSendsPerHour } from './contract.ts';

const cooldowns = [30, 60, 120, 300];
const hour = 3_600;
const day = 24 * hour;

/** Seconds to wait before the next send, after so many sends of one code. */
export function resendCooldownSeconds(sends: number): number {
  return cooldowns[Math.min(sends, cooldowns.length) - 1] ?? 0;
}

/**
 * Whether another code may go to a number that got codes at these times.
 *
 * @param sentAt the sends of the last day, in any order
 * @returns seconds to wait; 0 if it may go now
 */
export function secondsUntilAllowed(sentAt: Date[], now: Date): number {
  return Math.max(
    waitFor(sentAt, now, maxSendsPerHour, hour),
    waitFor(sentAt, now, maxSendsPerDay, day),
  );
}

/** Seconds until fewer than `most` of the times lie within the last `window` seconds. */
function waitFor(sentAt: Date[], now: Date, most: number, window: number): number {
  const ages = sentAt
    .map((at) => (now.getTime() - at.getTime()) / 1_000)
    .filter((age) => age < window)
    .sort((a, b) => a - b);
  const oldest = ages[most - 1];
  return oldest === undefined ? 0 : Math.ceil(window - oldest);
}
