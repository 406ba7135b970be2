/** Wrong passwords that cost no time, and the seconds within which they are counted together. */
const attemptsWithoutDelay = 5;
export const failedLoginWindowSeconds = 15 * 60;

const initialDelayMs = 250;
const maxDelayMs = 4_000;

/**
 * How long an attempt to sign in is held back. Guessing becomes slow, and the owner, who is held back
 * too while somebody guesses, still gets in: there is no number of wrong passwords that locks.
 *
 * @param wrongBefore attempts at the account that came before this one, since the last right one
 * @returns milliseconds: none for the first few, then twice as long each time, up to four seconds
 */
export function loginDelayMs(wrongBefore: number): number {
  if (wrongBefore < attemptsWithoutDelay) return 0;
  return Math.min(maxDelayMs, initialDelayMs * 2 ** (wrongBefore - attemptsWithoutDelay));
}
