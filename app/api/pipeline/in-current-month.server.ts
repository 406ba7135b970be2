import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.server.ts';
import type { Caller } from '#domain/identity/api-keys/contract.ts';
import { DomainError, type ErrorCode } from '#domain/shared/errors.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';

const quotaReached: ErrorCode[] = ['message_limit_reached', 'api_call_limit_reached'];

/** Shorter than callers are remembered, and long enough that one who is out of quota costs few queries. */
const monthNow = createTtlCache(getCurrentUsagePeriod, { ttlMs: 50, max: 10_000 });

/**
 * Carries a call out that is charged to a month of use. A caller's month is remembered for half a second; who
 * changed plans within it is charged to the new month, and not refused because the one before was closed.
 *
 * @param carryOut does nothing where it throws that a quota is reached
 */
export async function inCurrentMonth<Answer>(
  caller: Caller,
  carryOut: (caller: Caller) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await carryOut(caller);
  } catch (error) {
    if (!(error instanceof DomainError) || !quotaReached.includes(error.code)) throw error;
    const { id: periodId, isDefaultPlan: onDefaultPlan } = await monthNow(caller.userId);
    if (periodId === caller.periodId) throw error;
    return carryOut({ ...caller, periodId, onDefaultPlan });
  }
}
