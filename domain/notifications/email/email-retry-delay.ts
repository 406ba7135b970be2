/** How long after its creation an email is retried, in milliseconds. */
export const emailRetryWindowMs = 24 * 3_600_000;

/** Delays between attempts in milliseconds; the last one repeats. */
const retryDelaysMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000];

/**
 * The delay before the next attempt of an email that was rejected temporarily.
 *
 * @param attempts number of attempts so far, including the current one
 * @param ageMs time since the email was enqueued
 * @returns milliseconds, or null if the email would be too old by then
 */
export function emailRetryDelayMs(attempts: number, ageMs: number): number | null {
  const delayMs =
    retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? retryDelaysMs[0] ?? 0;
  return ageMs + delayMs < emailRetryWindowMs ? delayMs : null;
}
