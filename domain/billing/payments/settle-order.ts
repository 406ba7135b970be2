import { recordAudit } from '#domain/audit/record-audit.ts';
import { issueInvoice } from '#domain/billing/invoices/issue-invoice.ts';
import { subscriptionLockName } from '#domain/billing/subscriptions/contract.browser.ts';
import { createPaidPeriod } from '#domain/billing/subscriptions/paid-periods.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient, type Transaction, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { logger } from '#platform/logger.ts';
import { counter } from '#platform/metrics/instruments.ts';
import { currency, type PaymentAnomalyKind, paymentAnomalyKinds } from './contract.browser.ts';
import { fetchProviderOrder, type ProviderPayment } from './razorpay.ts';

/** The order fields that `settleOrder` compares with a payment. */
export type OrderToSettle = {
  id: string;
  userId: string;
  planId: string;
  amountPaise: number;
  providerOrderId: string | null;
};

/** Completes an order. Of parallel updates, only one matches the condition, so that one payment gives one period. */
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
 * Stores an order's payments as the provider last reported them. Two parallel fetches may write their results in the wrong
 * order, so the statement never moves a payment back to an earlier status.
 */
const upsertPaymentsSql = `
  INSERT INTO payments (id, order_id, status, amount_paise, currency, method, failure, created_at)
  SELECT id, $1, status::payment_status, amount, currency, method, error_description,
    to_timestamp(created_at)
  FROM json_to_recordset($2::json) AS p(
    id text, status text, amount int, currency text, method text, error_description text,
    created_at double precision)
  ORDER BY id
  ON CONFLICT (id) DO UPDATE SET
    status = CASE
      WHEN payments.status IN ('captured', 'refunded') AND excluded.status NOT IN ('captured', 'refunded')
        OR payments.status = 'refunded' THEN payments.status
      ELSE excluded.status END,
    method = coalesce(excluded.method, payments.method),
    failure = excluded.failure
  WHERE payments.order_id = excluded.order_id`;

/** Writes the payment attempts of an order. */
export async function upsertProviderPayments(
  orderId: string,
  payments: readonly ProviderPayment[],
  tx?: SqlClient,
): Promise<void> {
  if (payments.length === 0) return;
  await query('record-payments', upsertPaymentsSql, [orderId, JSON.stringify(payments)], tx);
}

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    flt: 'payment_anomalies';
  }
}

const anomaliesTotal = counter<'kind'>({
  name: 'dakiya_payment_anomalies_total',
  help: 'Payment anomalies by kind. One order may be counted more than once.',
  labelNames: ['kind'],
  from0: paymentAnomalyKinds.map((kind) => ({ kind })),
});

/** Records an anomaly once per order, kind and detail, because every reconcile finds it again. */
const recordAnomalySql = `
  INSERT INTO payment_anomalies (id, at, user_id, order_id, kind, detail)
  SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (
    SELECT FROM payment_anomalies WHERE order_id = $4 AND kind = $5 AND detail = $6)`;

/** Limits the table, because callers can cause any number of anomalies. */
const limit = createRateLimiter('payment-anomalies', { points: 100, seconds: 3_600 });

type Anomaly = {
  kind: PaymentAnomalyKind;
  userId?: string;
  orderId?: string;
  /** The given and the expected value, without secrets and signatures. */
  detail: string;
};

/** Records an anomaly for the operator: it may be an attack, or money to refund. */
export async function recordPaymentAnomaly(
  { kind, userId, orderId, detail }: Anomaly,
  tx?: SqlClient,
): Promise<void> {
  if (!(await limit.consume(`${kind} ${userId ?? ''}`)).allowed) return;
  anomaliesTotal.inc({ kind });
  logger.warn({ kind, orderId, detail }, 'payment anomaly recorded');
  const values = [newId('flt'), clock.now(), userId ?? null, orderId ?? null, kind];
  await query('record-payment-anomaly', recordAnomalySql, [...values, detail.slice(0, 500)], tx);
}

/**
 * Completes an order with a captured payment: order, payment, period, invoice and the receipt email are written in one
 * transaction. Browser, webhook and reconciler may call it in parallel and in any order.
 *
 * @returns false if the payment does not match the order; in this case, records an anomaly and gives no plan
 */
export async function settleOrder(
  order: OrderToSettle,
  payment: ProviderPayment,
): Promise<boolean> {
  const mismatch = await findMismatch(order, payment);
  if (mismatch) {
    await recordPaymentAnomaly({ kind: 'payment_mismatch', orderId: order.id, detail: mismatch });
    return false;
  }
  await transaction(
    async (tx) => {
      const paidAt = clock.now();
      await upsertProviderPayments(order.id, [payment], tx);
      const values = [order.id, payment.id, paidAt];
      const [completed] = await query<Completed>('complete-order', complete, values, tx);
      if (!completed) {
        await recordSecondPayment(order.id, payment.id, tx);
        return;
      }
      const { id: orderId, userId, planId, amountPaise } = order;
      await createPaidPeriod({ userId, planId, orderId, amountPaise, paidAt }, tx);
      const { planName, ...buyer } = completed;
      await enqueueEmail('payment_received', buyer.email, tx, orderId);
      // The invoice is the last step, because parallel payments wait for the invoice series until this transaction commits.
      const paid = { orderId, paymentId: payment.id, paidAt, amountPaise };
      await issueInvoice({ ...paid, planName, buyer }, tx);
      await recordAudit(tx, {
        accountId: userId,
        action: 'order.pay',
        targets: [{ type: 'order', id: orderId }],
        after: { plan: planName, amountPaise },
      });
    },
    { lock: subscriptionLockName(order.userId) },
  );
  return true;
}

/** Records a second payment of an order as an anomaly. A second payment gives no period; the operator must refund it. */
async function recordSecondPayment(orderId: string, paymentId: string, tx: Transaction) {
  const [paid] = await query<{ paymentId: string }>(
    'second-payment',
    secondPayment,
    [orderId, paymentId],
    tx,
  );
  if (!paid) return;
  const detail = `${paymentId} was captured too, besides ${paid.paymentId}`;
  await recordPaymentAnomaly({ kind: 'paid_twice', orderId, detail }, tx);
}

/**
 * Returns why a payment does not match an order, or null if they match.
 *
 * The amounts may differ if the customer pays Razorpay's fee, or if one of Razorpay's offers reduces the price. In these
 * cases, a captured payment is accepted if Razorpay reports its order as `paid`. An authorized payment is accepted if it is
 * larger than the price, or if the payment or the order has an offer.
 *
 * @throws ProviderError if the provider is unavailable
 */
export async function findMismatch(
  order: OrderToSettle,
  payment: ProviderPayment,
): Promise<string | null> {
  const { providerOrderId, amountPaise } = order;
  if (!providerOrderId || payment.order_id !== providerOrderId)
    return `${payment.id} is of another order`;
  if (payment.currency !== currency) return `${payment.id} is in ${payment.currency}`;
  if (payment.amount === amountPaise) return null;
  const known = await fetchProviderOrder(providerOrderId);
  const isAccepted =
    payment.status === 'captured'
      ? known.status === 'paid'
      : payment.amount > amountPaise || Boolean(payment.offer_id ?? known.offer_id);
  if (isAccepted && known.amount === amountPaise && known.currency === currency) return null;
  return `${payment.id} is of ${payment.amount} paise, and not of ${amountPaise}`;
}
