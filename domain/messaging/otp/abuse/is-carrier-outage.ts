/** Codes that a carrier took, and those of them that it could not deliver. */
type Taken = { sent: number; undelivered: number };

/**
 * Whether so many codes of an API ID are undelivered because the carrier fails: then the codes of the other
 * accounts are too, in a share at least half as high. Numbers that do not exist, which somebody counts through,
 * are undelivered for one alone.
 *
 * @param fewest fewer codes of the others say nothing; then the carrier has the blame
 */
export function isCarrierOutage(own: Taken, others: Taken, fewest: number): boolean {
  if (others.sent < fewest) return true;
  return 2 * others.undelivered * own.sent >= own.undelivered * others.sent;
}
