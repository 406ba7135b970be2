/** OTPs that a carrier accepted, and how many of them it could not deliver. */
type DeliverySample = { sent: number; undelivered: number };

/**
 * Whether the undelivered OTPs of an API ID are due to a carrier outage: then other accounts' OTPs
 * fail too, at least half as often. Invalid numbers that an attacker enumerates fail for that
 * account alone.
 *
 * @param fewest with fewer OTPs of other accounts there is no evidence, and the carrier is blamed
 */
export function isCarrierOutage(
  own: DeliverySample,
  others: DeliverySample,
  minSample: number,
): boolean {
  if (others.sent < minSample) return true;
  return 2 * others.undelivered * own.sent >= own.undelivered * others.sent;
}
