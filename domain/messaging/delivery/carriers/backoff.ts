const initialDelayMs = 1_000;
const maxDelayMs = 60_000;

/** A bind that lasts longer than this resets the backoff, in milliseconds. */
export const stableBindMs = 60_000;

/**
 * The delay before reconnecting: exponential with full jitter, so that the clients of a restarting
 * carrier do not return at once.
 *
 * @param losses connections lost in a row, this one included; 1 waits up to a second
 * @param credentialsRefused the carrier rejected our credentials: wait at least a minute, since
 *   carriers block addresses that keep trying
 * @param random in [0, 1)
 * @returns milliseconds
 */
export function reconnectDelayMs(
  losses: number,
  credentialsRefused: boolean,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(maxDelayMs, initialDelayMs * 2 ** (losses - 1));
  return Math.round(random() * ceiling) + (credentialsRefused ? maxDelayMs : 0);
}
