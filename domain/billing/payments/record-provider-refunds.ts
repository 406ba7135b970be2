import { subscriptionLockName } from '#domain/billing/subscriptions/contract.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { ProviderRefund } from './razorpay.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.ts';
import { recordRefund } from './record-refund.ts';

/** A refund that was requested here but not yet made becomes pending: the dashboard made it. */
const insert = `
  INSERT INTO refunds (id, order_id, amount_paise, reason, status, created_at)
  VALUES ($1, $2, $3, 'by the provider''s dashboard', 'pending', $4)
  ON CONFLICT (order_id) WHERE status IN ('requested', 'pending', 'processed')
    DO UPDATE SET status = 'pending' WHERE refunds.provider_refund_id IS NULL
  RETURNING id`;

/** Every reconcile finds the same partial refund again; it is recorded once. */
const isRecorded = `
  SELECT id FROM payment_anomalies
  WHERE order_id = $1 AND kind = 'refunded_in_part' AND detail LIKE $2 || ' %'`;

type Order = { id: string; userId: string; amountPaise: number };

/**
 * Records refunds that were made in Razorpay's dashboard. A full refund ends the period, as one
 * from here does; a partial one is recorded as an anomaly for the operator.
 *
 * @param made refunds of the payment that completed the order, without those made here
 */
export async function recordProviderRefunds(order: Order, made: ProviderRefund[]): Promise<void> {
  // If several refunds add up to the whole, the pending one is tracked.
  const tracked = made.find(({ status }) => status === 'pending') ?? made[0];
  if (!tracked) return;
  const sum = made.reduce((paise, { amount }) => paise + amount, 0);
  if (sum < order.amountPaise) {
    await recordPartialRefunds(order, made);
    return;
  }
  const { id: orderId, userId, amountPaise } = order;
  const now = clock.now();
  const values = [newId('rfd', now.getTime()), orderId, amountPaise, now];
  const [row] = await query<{ id: string }>('insert-dashboard-refund', insert, values);
  if (row) await recordRefund({ refundId: row.id, orderId, userId, made: tracked });
}

async function recordPartialRefunds(
  { id: orderId, userId }: Order,
  parts: ProviderRefund[],
): Promise<void> {
  await transaction(
    async (tx) => {
      for (const { id, amount, payment_id } of parts) {
        if ((await query('is-partial-refund-recorded', isRecorded, [orderId, id], tx)).length > 0)
          continue;
        const detail = `${id} paid ${amount} paise of ${payment_id} back`;
        await recordPaymentAnomaly({ kind: 'refunded_in_part', orderId, detail }, tx);
      }
    },
    { lock: subscriptionLockName(userId) },
  );
}
