import { idleAfterMs } from '#domain/dlt/check/check-identities.ts';
import type { Header } from '#domain/dlt/registry/contract.browser.ts';

/** Operators suspend headers that were unused for this many days. */
const suspendedAfterMs = 30 * 86_400_000;

/**
 * The number of days until operators suspend an unused header; 0 if they may already have suspended it.
 *
 * @param header if it was never used here, the days count from its approval
 * @returns null while the suspension is far off
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
