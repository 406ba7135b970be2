const minuteMs = 60_000;

/** A payment may be authorized up to three days after it began (Razorpay, late authorization). */
const maxAgeMs = 3 * 24 * 60 * minuteMs;

/**
 * Returns the delay until the next poll of an open order, in milliseconds. The first delay is 1 min, because the user may
 * have paid and closed the tab. The delay doubles each time, up to 6 h.
 *
 * @param asks how many times the order has been polled
 * @param ageMs the order's age
 * @returns null once a payment can no longer arrive
 */
export function pollDelayMs(asks: number, ageMs: number): number | null {
  if (ageMs > maxAgeMs) return null;
  return Math.min(minuteMs * 2 ** Math.min(asks, 20), 6 * 60 * minuteMs);
}
