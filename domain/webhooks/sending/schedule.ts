/** Pauses between the eight attempts, in seconds; the same as those of Svix and Resend. */
const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/** Maximum jitter as a share of a pause, so that events that failed together are not retried together. */
const spread = 0.2;

/** Maximum duration of a schedule, in seconds: 33 hours. */
export const scheduleSeconds = Math.ceil(
  pauses.reduce((sum, pause) => sum + pause, 0) * (1 + spread),
);

/**
 * Returns the pause before the next attempt in milliseconds; null if there is no next attempt.
 *
 * @param attempts attempts in this schedule so far, at least 1
 * @param retryAfterSeconds the pause that the receiver requests; used only if it is longer
 * @param random a number from 0 to 1
 */
export function pauseMs(
  attempts: number,
  retryAfterSeconds: number | null,
  random: number,
): number | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  const spreadOut = pause * (1 + spread * (2 * random - 1));
  return Math.round(Math.max(spreadOut, retryAfterSeconds ?? 0) * 1_000);
}
