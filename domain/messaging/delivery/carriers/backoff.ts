const firstMs = 1_000;
const longestMs = 60_000;

/** After a bind that held so long, a loss counts as the first again. */
export const stableBindMs = 60_000;

/**
 * How long to wait before connecting again: exponential with full jitter, so that the clients of
 * a carrier that restarts do not all return at once.
 *
 * @param losses connections lost in a row, this one included; 1 waits up to a second
 * @param credentialsRefused the carrier refused our credentials: wait a minute or more, since
 *   carriers block an address that keeps trying
 * @param random in [0, 1)
 * @returns milliseconds
 */
export function reconnectDelayMs(
  losses: number,
  credentialsRefused: boolean,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** (losses - 1));
  return Math.round(random() * ceiling) + (credentialsRefused ? longestMs : 0);
}
