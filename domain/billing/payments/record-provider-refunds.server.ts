import { subscriptionLockName } from '#domain/billing/subscriptions/subscription-lock-name.ts';
import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import type { ProviderRefund } from './razorpay.server.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.server.ts';
import { recordRefund } from './record-refund.server.ts';

/** What was asked for here and not made is made by it. */
const insert = `
  INSERT INTO refunds (id, order_id, amount_paise, reason, status, created_at)
  VALUES ($1, $2, $3, 'by the provider''s dashboard', 'pending', $4)
  ON CONFLICT (order_id) WHERE status IN ('requested', 'pending', 'processed')
    DO UPDATE SET status = 'pending' WHERE refunds.provider_refund_id IS NULL
  RETURNING id`;

/** Noted once, though every look at the provider finds it again. */
const isNoted = `
  SELECT id FROM payment_anomalies
  WHERE order_id = $1 AND kind = 'refunded_in_part' AND detail LIKE $2 || ' %'`;

type Order = { id: string; userId: string; amountPaise: number };

/**
 * Notes what was paid back in the provider's dashboard: all of it ends the period, as a refund from here
 * does; a part of it is for the operator to decide about.
 *
 * @param made refunds of the payment that completed the order, and that nobody here asked for
 */
export async function recordProviderRefunds(order: Order, made: ProviderRefund[]): Promise<void> {
  // Of several that make up the whole, the one that is followed is the one that has not ended.
  const followed = made.find(({ status }) => status === 'pending') ?? made[0];
  if (!followed) return;
  const sum = made.reduce((paise, { amount }) => paise + amount, 0);
  if (sum < order.amountPaise) {
    await noteParts(order, made);
    return;
  }
  const { id: orderId, userId, amountPaise } = order;
  const now = clock.now();
  const values = [newId('rfd', now.getTime()), orderId, amountPaise, now];
  const [row] = await query<{ id: string }>('insert-dashboard-refund', insert, values);
  if (row) await recordRefund({ refundId: row.id, orderId, userId, made: followed });
}

async function noteParts({ id: orderId, userId }: Order, parts: ProviderRefund[]): Promise<void> {
  await transaction(
    async (on) => {
      for (const { id, amount, payment_id } of parts) {
        if ((await query('is-part-noted', isNoted, [orderId, id], on)).length > 0) continue;
        const detail = `${id} paid ${amount} paise of ${payment_id} back`;
        await recordPaymentAnomaly({ kind: 'refunded_in_part', orderId, detail }, on);
      }
    },
    { lock: subscriptionLockName(userId) },
  );
}
