import { idleAfterMs } from '#domain/messaging/dlt/check/check-identities.ts';

/** Operators suspend headers that were unused for so long. */
const suspendedAfterMs = 30 * 86_400_000;

/**
 * In how many days operators will suspend a header that is not used; 0 if they may have done so.
 *
 * @returns null while there is no hurry, or if it was never used with us
 */
export function daysUntilSuspension(lastUsedAt: Date | null, now: Date): number | null {
  if (lastUsedAt === null) return null;
  const idleMs = now.getTime() - lastUsedAt.getTime();
  if (idleMs < idleAfterMs) return null;
  return Math.max(0, Math.ceil((suspendedAfterMs - idleMs) / 86_400_000));
}
