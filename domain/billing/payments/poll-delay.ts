const minute = 60_000;

/** A payment may still be authorized three days after it was begun (Razorpay, late authorization). */
const latestMs = 3 * 24 * 60 * minute;

/**
 * When the provider is asked about an open order again, in milliseconds from now: soon while somebody
 * may just have paid and closed the tab, ever more rarely later on.
 *
 * @param asks how often it was asked already
 * @param ageMs how old the order is
 * @returns null if nothing more can come of it
 */
export function pollDelayMs(asks: number, ageMs: number): number | null {
  if (ageMs > latestMs) return null;
  return Math.min(minute * 2 ** Math.min(asks, 20), 6 * 60 * minute);
}
