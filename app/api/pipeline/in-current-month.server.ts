import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.server.ts';
import type { Caller } from '#domain/identity/api-keys/contract.ts';
import { DomainError, type ErrorCode } from '#domain/shared/errors.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';

const quotaReached: ErrorCode[] = ['message_limit_reached', 'api_call_limit_reached'];

/**
 * In milliseconds: shorter than the cache of callers, and long enough that a caller without quota causes few
 * queries.
 */
const monthNow = createTtlCache(getCurrentUsagePeriod, { ttlMs: 50, max: 10_000 });

/**
 * Runs a call that is charged to a usage month. A caller's month is cached for half a second; after a change
 * of plan within that time the call is charged to the new month instead of failing on the closed one.
 *
 * @param carryOut must not change anything if it throws that a quota is reached
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
