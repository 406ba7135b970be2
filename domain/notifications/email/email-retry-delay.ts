/** How long a letter is tried after it was asked for, in milliseconds. */
export const emailRetryWindowMs = 24 * 3_600_000;

/** Gaps between tries in milliseconds; the last is repeated. */
const gaps = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000];

/**
 * When a letter that was refused for now is tried again.
 *
 * @param attempts tries so far, this one included
 * @param ageMs how long ago the letter was asked for
 * @returns the gap in milliseconds, or null if the letter would be too old by then
 */
export function emailRetryDelayMs(attempts: number, ageMs: number): number | null {
  const gap = gaps[Math.min(attempts, gaps.length) - 1] ?? gaps[0] ?? 0;
  return ageMs + gap < emailRetryWindowMs ? gap : null;
}
