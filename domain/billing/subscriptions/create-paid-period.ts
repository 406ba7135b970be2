import { closeMonths } from '#domain/billing/usage/adjust-usage-months.ts';
import { query, type Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { addPlanEvent } from './add-plan-event.ts';
import { nextPeriod } from './next-period.ts';
import { listRunningPeriods } from './stored-periods.ts';

type PaidOrder = {
  userId: string;
  planId: string;
  orderId: string;
  amountPaise: number;
  paidAt: Date;
};

/**
 * Expires the replaced periods; a future one ends where it would have begun. Credit and original
 * end are stored for a refund.
 */
const replace = `
  UPDATE subscriptions SET status = 'expired', expires_at = greatest($2, started_at),
    original_expires_at = expires_at, credited_to = $3, credited_paise = replaced."creditPaise"
  FROM jsonb_to_recordset($1) AS replaced (id text, "creditPaise" int)
  WHERE subscriptions.id = replaced.id`;

/** Paying again undoes a cancellation. */
const resume = `
  UPDATE subscriptions SET status = 'active', cancelled_at = NULL, cancel_reason = NULL
  WHERE user_id = $1 AND status = 'pending_cancellation' AND expires_at > $2`;

const insert = `
  INSERT INTO subscriptions (id, user_id, plan_id, order_id, started_at, expires_at, value_paise)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/**
 * Creates the period that an order paid for.
 *
 * @param tx the transaction that completes the order; it holds `subscriptionLockName`
 */
export async function createPaidPeriod(
  { userId, planId, orderId, amountPaise, paidAt }: PaidOrder,
  tx: Transaction,
): Promise<void> {
  const periods = await listRunningPeriods(userId, paidAt, tx);
  const next = nextPeriod(periods, { planId, amountPaise }, paidAt);
  const id = newId('sub', paidAt.getTime());
  await query('replace-periods', replace, [JSON.stringify(next.replaced), paidAt, id], tx);
  if (next.replaced.length > 0) await closeMonths(userId, paidAt, tx);
  await query('undo-cancellation', resume, [userId, paidAt], tx);
  await query(
    'begin-paid-period',
    insert,
    [
      ...[id, userId, planId, orderId],
      ...[next.startedAt, next.expiresAt, amountPaise + next.creditPaise],
    ],
    tx,
  );
  await addPlanEvent(userId, tx);
}
