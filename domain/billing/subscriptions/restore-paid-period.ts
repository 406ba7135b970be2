import { adjustUsageMonths } from '#domain/billing/usage/adjust-usage-months.ts';
import { query, type Transaction } from '#platform/db.ts';
import { addPlanEvent } from './add-plan-event.ts';
import type { PeriodChange } from './end-paid-period.ts';
import { savePeriods } from './stored-periods.ts';

/**
 * True if the periods are still as the refund left them, and no period bought since overlaps the
 * restored time.
 */
const isFree = `
  WITH change AS (
    SELECT before, after, before ->> 'id' AS id, (before ->> 'startedAt')::timestamptz AS begins,
      (before ->> 'expiresAt')::timestamptz AS ends
    FROM jsonb_to_recordset($1) AS c (before jsonb, after jsonb))
  SELECT NOT EXISTS (
    SELECT FROM change LEFT JOIN subscriptions s ON s.id = change.id
    WHERE (s.started_at, s.expires_at) IS DISTINCT FROM
      ((after ->> 'startedAt')::timestamptz, (after ->> 'expiresAt')::timestamptz)
  ) AND NOT EXISTS (
    SELECT FROM change JOIN subscriptions s
      ON s.user_id = (SELECT user_id FROM subscriptions WHERE id = change.id)
    WHERE before ->> 'status' <> 'expired' AND s.status <> 'expired'
      AND s.id NOT IN (SELECT id FROM change) AND s.started_at < ends AND s.expires_at > begins
  ) AS "isFree"`;

/**
 * Undoes `endPaidPeriod` after a refund failed.
 *
 * @param changes the result of `endPaidPeriod`
 * @param tx a transaction that holds `subscriptionLockName`
 * @returns false if a later period occupies the time; then nothing changes
 */
export async function restorePaidPeriod(
  userId: string,
  changes: PeriodChange[],
  tx: Transaction,
): Promise<boolean> {
  const values = [JSON.stringify(changes)];
  const [found] = await query<{ isFree: boolean }>('is-time-free', isFree, values, tx);
  if (!found?.isFree) return false;
  await savePeriods(
    changes.map(({ before }) => before),
    tx,
  );
  await adjustUsageMonths(userId, tx);
  await addPlanEvent(userId, tx);
  return true;
}
