import { maxAttemptsPerDay, maxAttemptsPerHour } from './contract.ts';

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
