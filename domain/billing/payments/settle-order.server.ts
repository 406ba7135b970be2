import { issueInvoice } from '#domain/billing/invoices/issue-invoice.server.ts';
import { createPaidPeriod } from '#domain/billing/subscriptions/create-paid-period.server.ts';
import { subscriptionLockName } from '#domain/billing/subscriptions/subscription-lock-name.ts';
import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { clock } from '#platform/clock.ts';
import { query, type Transaction, transaction } from '#platform/db.server.ts';
import { currency } from './contract.ts';
import type { ProviderPayment } from './razorpay.server.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.server.ts';
import { upsertProviderPayments } from './upsert-provider-payments.server.ts';

/** What of an order says whether a payment fits it. */
export type OrderToSettle = {
  id: string;
  userId: string;
  planId: string;
  amountPaise: number;
  providerOrderId: string | null;
};

/** Whoever moves the row to completed gives the period; everybody else finds nothing to move. */
const complete = `
  UPDATE orders SET status = 'completed', payment_id = $2, paid_at = $3, next_poll_at = NULL
  FROM users, plans
  WHERE orders.id = $1 AND orders.status <> 'completed'
    AND users.id = orders.user_id AND plans.id = orders.plan_id
  RETURNING users.name, users.email, plans.name AS "planName"`;

type Completed = { name: string; email: string; planName: string };

const secondPayment = `
  SELECT payment_id AS "paymentId" FROM orders WHERE id = $1 AND payment_id <> $2`;

/**
 * Gives the plan for a payment that was captured: order, payment, period, invoice and the request of the
 * receipt are one transaction, so that there is never the one without the other, however many of
 * browser, webhook and reconciler come with it, in whatever order.
 *
 * @returns false if the payment does not fit the order; that is recorded, and nothing is given
 */
export async function settleOrder(
  order: OrderToSettle,
  payment: ProviderPayment,
): Promise<boolean> {
  const misfit = findPaymentMismatch(order, payment);
  if (misfit) {
    await recordPaymentAnomaly({ kind: 'payment_mismatch', orderId: order.id, detail: misfit });
    return false;
  }
  await transaction(
    async (on) => {
      const paidAt = clock.now();
      await upsertProviderPayments(order.id, [payment], on);
      const values = [order.id, payment.id, paidAt];
      const [completed] = await query<Completed>('complete-order', complete, values, on);
      if (!completed) {
        await noteSecondPayment(order.id, payment.id, on);
        return;
      }
      const { id: orderId, userId, planId, amountPaise } = order;
      await createPaidPeriod({ userId, planId, orderId, amountPaise, paidAt }, on);
      const { planName, ...buyer } = completed;
      await enqueueEmail('payment_received', buyer.email, on, orderId);
      // The last step: everybody who pays waits for the number until this is committed.
      const paid = { orderId, paymentId: payment.id, paidAt, amountPaise };
      await issueInvoice({ ...paid, planName, buyer }, on);
    },
    { lock: subscriptionLockName(order.userId) },
  );
  return true;
}

/** An order that was paid twice gives one period; the other payment is for the operator to pay back. */
async function noteSecondPayment(orderId: string, paymentId: string, on: Transaction) {
  const [paid] = await query<{ paymentId: string }>(
    'second-payment',
    secondPayment,
    [orderId, paymentId],
    on,
  );
  if (!paid) return;
  const detail = `${paymentId} was captured too, besides ${paid.paymentId}`;
  await recordPaymentAnomaly({ kind: 'paid_twice', orderId, detail }, on);
}

/** Why a payment does not fit an order; null if it does. */
export function findPaymentMismatch(order: OrderToSettle, payment: ProviderPayment): string | null {
  if (payment.order_id !== order.providerOrderId) return `${payment.id} is of another order`;
  if (payment.currency !== currency) return `${payment.id} is in ${payment.currency}`;
  if (payment.amount !== order.amountPaise) {
    return `${payment.id} is of ${payment.amount} paise, and not of ${order.amountPaise}`;
  }
  return null;
}
