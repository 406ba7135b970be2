import { triesPerDay, triesPerHour } from './contract.ts';

/** A code of a number, as far as its tries go. Of one that was verified, the last try was right. */
export type Tried = { state: string; attempts: number; createdAt: Date };

const hour = 3_600;
const day = 24 * hour;

/**
 * Seconds until a number has tries again; 0 if it has some. The tries of a code lapse an hour and a day after
 * the code was made.
 *
 * @param codes of the last day, of one number and account
 */
export function secondsUntilTries(codes: readonly Tried[], now: Date): number {
  const newestFirst = codes.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const right = newestFirst.findIndex(({ state }) => state === 'verified');
  const counted = right < 0 ? newestFirst : newestFirst.slice(0, right);
  return Math.max(
    waitFor(counted, now, triesPerHour, hour),
    waitFor(counted, now, triesPerDay, day),
  );
}

/** Seconds until fewer than `most` tries are at codes of the last `window` seconds. */
function waitFor(newestFirst: readonly Tried[], now: Date, most: number, window: number): number {
  let tries = 0;
  for (const { attempts, createdAt } of newestFirst) {
    const age = (now.getTime() - createdAt.getTime()) / 1_000;
    if (age >= window) return 0;
    tries += attempts;
    if (tries >= most) return Math.ceil(window - age);
  }
  return 0;
}
