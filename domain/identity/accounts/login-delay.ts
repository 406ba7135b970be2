/** Failed attempts without a delay, and the window in which failures are counted together. */
const attemptsWithoutDelay = 5;
export const failedLoginWindowSeconds = 15 * 60;

const initialDelayMs = 250;
const maxDelayMs = 4_000;

/**
 * The delay of a login attempt, in milliseconds: 0 for the first few, then doubling up to four
 * seconds. It slows guessing but never locks the account, so that the owner still gets in during an
 * attack.
 *
 * @param wrongBefore failed attempts for the account since the last success
 */
export function loginDelayMs(wrongBefore: number): number {
  if (wrongBefore < attemptsWithoutDelay) return 0;
  return Math.min(maxDelayMs, initialDelayMs * 2 ** (wrongBefore - attemptsWithoutDelay));
}
