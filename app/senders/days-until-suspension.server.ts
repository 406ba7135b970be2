import { idleAfterMs } from '#domain/dlt/check/check-identities.ts';
import type { Header } from '#domain/dlt/registry/contract.browser.ts';

/** Operators suspend headers that were unused for so long. */
const suspendedAfterMs = 30 * 86_400_000;

/**
 * In how many days operators will suspend a header that is not used; 0 if they may have done so.
 *
 * @param header one that was never used with us is counted from its approval
 * @returns null while there is no hurry
 */
export function daysUntilSuspension(
  { lastUsedAt, decidedAt }: Pick<Header, 'lastUsedAt' | 'decidedAt'>,
  now: Date,
): number | null {
  const idleSince = lastUsedAt ?? decidedAt;
  if (idleSince === null) return null;
  const idleMs = now.getTime() - idleSince.getTime();
  if (idleMs < idleAfterMs) return null;
  return Math.max(0, Math.ceil((suspendedAfterMs - idleMs) / 86_400_000));
}
