import { isDeepStrictEqual } from 'node:util';
import { adjustUsageMonths } from '#domain/billing/usage/adjust-usage-months.ts';
import { lockUsedMonths } from '#domain/billing/usage/list-used-months.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction } from '#platform/db.ts';
import { addPlanEvent } from './add-plan-event.ts';
import { listUsageMonths } from './list-usage-months.ts';
import { reversePeriod, type StoredPeriod } from './reverse-period.ts';
import { savePeriods } from './stored-periods.ts';

const selectPeriods = `
  SELECT id, user_id AS "userId", plan_id AS "planId", order_id AS "orderId", status, started_at AS "startedAt",
    expires_at AS "expiresAt", value_paise AS "valuePaise", credited_to AS "creditedTo",
    credited_paise AS "creditedPaise", original_expires_at AS "originalExpiresAt"
  FROM subscriptions
  WHERE user_id = (SELECT user_id FROM subscriptions WHERE order_id = $1)
  ORDER BY started_at, id`;

type Row = Omit<StoredPeriod, 'months'> & { userId: string };

/** A period before and after a refund; `restorePaidPeriod` undoes the change with it. */
export type PeriodChange = { before: StoredPeriod; after: StoredPeriod };

/**
 * Ends the period that a refunded order paid for.
 *
 * @param tx a transaction that holds `subscriptionLockName`
 * @returns the changed periods, for `restorePaidPeriod`
 */
export async function endPaidPeriod(orderId: string, tx: Transaction): Promise<PeriodChange[]> {
  const rows = await query<Row>('periods-of-order-user', selectPeriods, [orderId], tx);
  const userId = rows[0]?.userId;
  if (!userId) return [];
  const months = await lockUsedMonths(userId, tx);
  const periods = rows.map(({ userId, ...row }) => ({
    ...row,
    months: listUsageMonths(row, months),
  }));
  const changes = reversePeriod(periods, orderId, clock.now())
    .map((after, i) => ({ before: periods[i] ?? after, after }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
  await savePeriods(
    changes.map(({ after }) => after),
    tx,
  );
  await adjustUsageMonths(userId, tx);
  if (changes.length > 0) await addPlanEvent(userId, tx);
  return changes;
}
