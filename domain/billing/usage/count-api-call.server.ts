import { DomainError } from '#domain/shared/errors.ts';
import { query } from '#platform/db.server.ts';
import { createLockAwareBatch } from '#platform/lock-aware-batch.ts';
import { findLockedMonths } from './find-locked-months.server.ts';
import { chargeQuotaSql, lockWaitSql, reserveQuotaSql } from './quota-sql.ts';

const statement = `
  WITH request AS (
    SELECT no, period_id, 0 AS messages, 0 AS units, NULL::int[] AS ends
    FROM json_to_recordset($1::json) AS r(no int, period_id text)
  ),
  ${lockWaitSql('$2')},
  ${reserveQuotaSql},
  accepted AS (SELECT no, period_id, units FROM granted),
  ${chargeQuotaSql}
  SELECT no FROM accepted`;

const count = createLockAwareBatch(
  async (periodIds: string[], lockWaitMs) => {
    const requests = periodIds.map((period_id, no) => ({ no, period_id }));
    const rows = await query<{ no: number }>('count-api-calls', statement, [
      JSON.stringify(requests),
      String(lockWaitMs),
    ]);
    const counted = new Set(rows.map((row) => row.no));
    return periodIds.map((_, no) => counted.has(no));
  },
  { max: 1_000, groupOf: (periodId) => periodId, findLocked: findLockedMonths },
);

/**
 * Counts one API call that sends no message.
 *
 * @throws DomainError `api_call_limit_reached`; then nothing is counted
 */
export async function countApiCall(periodId: string): Promise<void> {
  if (!(await count(periodId))) throw new DomainError('api_call_limit_reached');
}
