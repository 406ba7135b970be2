import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { createLockAwareBatch } from '#platform/lock-aware-batch.ts';
import { chargeQuotaSql, lockWaitSql, reserveQuotaSql } from './quota-sql.ts';

const countSql = `
  WITH request AS (
    SELECT no, period_id, 0 AS messages, 0 AS units, NULL::int[] AS ends
    FROM json_to_recordset($1::json) AS r(no int, period_id text)
  ),
  ${lockWaitSql('$2')},
  ${reserveQuotaSql},
  accepted AS (SELECT no, period_id, units FROM granted),
  ${chargeQuotaSql}
  SELECT no FROM accepted`;

/** Counts one call per entry, in months that have a call left. @returns for each entry, whether its call was counted */
async function countAll(
  periodIds: string[],
  lockWaitMs: number | null,
  tx?: SqlClient,
): Promise<boolean[]> {
  const requests = periodIds.map((period_id, no) => ({ no, period_id }));
  const rows = await query<{ no: number }>(
    'count-api-calls',
    countSql,
    [JSON.stringify(requests), lockWaitMs === null ? null : String(lockWaitMs)],
    tx,
  );
  const counted = new Set(rows.map((row) => row.no));
  return periodIds.map((_, no) => counted.has(no));
}

const findLockedSql = `SELECT id FROM usage_periods WHERE id = ANY ($1) FOR UPDATE SKIP LOCKED`;

/** Finds those of the given usage months that are locked by another transaction or do not exist. Does not wait for locks. */
export async function findLockedMonths(periodIds: string[]): Promise<Set<string>> {
  const free = await query<{ id: string }>('find-free-months', findLockedSql, [periodIds]);
  const locked = new Set(periodIds);
  for (const { id } of free) locked.delete(id);
  return locked;
}

const count = createLockAwareBatch(
  (periodIds: string[], lockWaitMs) => countAll(periodIds, lockWaitMs),
  { max: 1_000, groupOf: (periodId) => periodId, findLocked: findLockedMonths },
);

/**
 * Counts one API call that sends no message. Calls of test keys are not counted.
 *
 * @param tx the transaction in which the call does its work. By default, the call is counted in a batch with other waiting
 *   calls.
 * @throws DomainError `api_call_limit_reached`, in which case the call is not counted
 */
export async function countApiCall(
  { periodId, livemode }: Pick<Caller, 'periodId' | 'livemode'>,
  tx?: SqlClient,
): Promise<void> {
  if (!livemode) return;
  const isCounted = tx ? (await countAll([periodId], null, tx))[0] : await count(periodId);
  if (!isCounted) throw new DomainError('api_call_limit_reached');
}

const uncountStatement = `
  WITH given AS (SELECT period_id, count(*)::int AS calls FROM unnest($1::text[]) AS period_id GROUP BY period_id),
  ${lockWaitSql('$2')},
  month AS (
    SELECT id FROM usage_periods
    WHERE id IN (SELECT period_id FROM given) AND (SELECT is_set IS NOT NULL FROM lock_wait)
    ORDER BY id FOR UPDATE
  )
  UPDATE usage_periods AS p SET api_calls_used = greatest(0, p.api_calls_used - given.calls)
  FROM month JOIN given ON given.period_id = month.id WHERE p.id = month.id`;

/** Takes back the count of a call that failed or returned an earlier response. */
export const uncountApiCall = createLockAwareBatch(
  async (periodIds: string[], lockWaitMs) => {
    await query('uncount-api-calls', uncountStatement, [periodIds, String(lockWaitMs)]);
    return periodIds.map(() => null);
  },
  { max: 1_000, groupOf: (periodId) => periodId, findLocked: findLockedMonths },
);
