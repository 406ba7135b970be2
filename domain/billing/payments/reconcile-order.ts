import { reconcileOrderJob } from '#domain/billing/jobs.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { logger } from '#platform/logger.ts';
import { waitAtMost } from '#platform/promises.ts';
import { enqueue } from '#platform/queue.ts';
import { findOrder, type OrderRow } from './find-orders.ts';
import { listOrderPayments, ProviderError, type ProviderPayment } from './razorpay.ts';
import { recordPaymentAnomaly, upsertProviderPayments } from './settle-order.ts';
import { reconcileRefunds } from './settle-refunds.ts';
import { captureAndSettle } from './verify-payment.ts';

const minuteMs = 60_000;

/** A payment may be authorized up to three days after it began (Razorpay, late authorization). */
const maxAgeMs = 3 * 24 * 60 * minuteMs;

/**
 * Returns the delay until the next poll of an open order, in milliseconds. The first delay is 1 min, because the user may
 * have paid and closed the tab. The delay doubles each time, up to 6 h.
 *
 * @param asks how many times the order has been polled
 * @param ageMs the order's age
 * @returns null once a payment can no longer arrive
 */
export function pollDelayMs(asks: number, ageMs: number): number | null {
  if (ageMs > maxAgeMs) return null;
  return Math.min(minuteMs * 2 ** Math.min(asks, 20), 6 * 60 * minuteMs);
}

/**
 * Sets the next poll. A completed order is never reopened. If a webhook makes the order due while the provider is queried,
 * `next_poll_at` no longer equals $4 and stays unchanged.
 */
const postpone = `
  UPDATE orders SET
    next_poll_at = CASE WHEN next_poll_at IS NOT DISTINCT FROM $4 THEN $2 ELSE next_poll_at END,
    asks = asks + 1,
    status = $3::order_status
  WHERE id = $1 AND status <> 'completed'`;

/**
 * Fetches an order's payments from Razorpay and settles or fails the order. A webhook triggers this too. We fetch the payments
 * ourselves, because the content of a webhook is not trusted.
 *
 * @param isScheduled false for an extra poll, which does not change the schedule
 */
export async function reconcileOrder(
  orderId: string,
  { isScheduled = true }: { isScheduled?: boolean } = {},
): Promise<void> {
  const order = await findOrder(orderId);
  if (!order) return;
  const fetched = await fetchPayments(order.providerOrderId);
  if (fetched) {
    const { payments, unreadable } = fetched;
    for (const detail of unreadable) {
      await recordPaymentAnomaly({ kind: 'payment_unreadable', orderId: order.id, detail });
    }
    await upsertProviderPayments(order.id, payments);
    if (await settlePayments(order, payments)) return;
  }
  if (order.status === 'completed') {
    await reconcileRefunds(order.id);
    return;
  }
  if (!isScheduled) return;
  const now = clock.now();
  const delayMs = order.providerOrderId
    ? pollDelayMs(order.asks, now.getTime() - order.createdAt.getTime())
    : null;
  const nextPollAt = delayMs === null ? null : new Date(now.getTime() + delayMs);
  // A declined attempt does not end an order: the user can pay it until polling stops.
  const status = delayMs === null ? 'failed' : 'pending';
  await query('postpone-order', postpone, [order.id, nextPollAt, status, order.nextPollAt]);
}

/** The limit is per order, because callers need no session. */
const limit = createRateLimiter('ask-soon', { points: 6, seconds: 60 });

/** How long a page waits for the provider, in milliseconds. */
const maxWaitMs = 4_000;

/**
 * Fetches an open order's payments before its next poll. The browser requests this after a failed attempt, and while it shows
 * an order whose attempts were declined. If the provider does not respond in time, the worker fetches them. Does nothing for an
 * unknown or completed order.
 */
export async function reconcileOrderNow(orderId: string): Promise<void> {
  const order = await findOrder(orderId);
  if (!order || order.status === 'completed') return;
  if (!(await limit.consume(order.id)).allowed) return;
  let isDone = false;
  const reconciling = reconcileOrder(order.id, { isScheduled: false }).then(
    () => {
      isDone = true;
    },
    (error) =>
      logger.error({ error, orderId }, 'could not fetch an order from the payment provider'),
  );
  await waitAtMost(maxWaitMs, reconciling);
  if (!isDone) void enqueue(reconcileOrderJob, [{ orderId: order.id }]);
}

/**
 * Settles every captured payment, so that a second captured payment of the order is recorded as an anomaly. Captures
 * authorized payments only if no payment is captured: Razorpay returns an uncaptured authorization automatically.
 *
 * @returns whether this call completed the order
 */
async function settlePayments(order: OrderRow, payments: ProviderPayment[]): Promise<boolean> {
  let settled = false;
  for (const payment of payments.filter(({ status }) => status === 'captured')) {
    if (await captureAndSettle(order, payment)) settled = true;
  }
  if (settled || order.status === 'completed') return settled && order.status !== 'completed';
  for (const payment of payments.filter(({ status }) => status === 'authorized')) {
    if (await captureAndSettle(order, payment)) return true;
  }
  return false;
}

/** @returns null if the provider did not respond; the worker then polls the order again */
async function fetchPayments(providerOrderId: string | null) {
  // The order was never created at the provider, so no checkout was shown for it.
  if (!providerOrderId) return null;
  try {
    return await listOrderPayments(providerOrderId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logger.warn({ error, providerOrderId }, 'the payment provider did not respond');
    return null;
  }
}

/** How long the reconciliation of an order may take before its job counts as lost, in seconds. */
const graceSeconds = 60;

/**
 * Selects the orders whose poll is due, and postpones their next poll, so that the next reconciler run does not enqueue them
 * again.
 */
const due = `
  UPDATE orders SET next_poll_at = $1::timestamptz + make_interval(secs => $2)
  WHERE id IN (
    SELECT id FROM orders WHERE next_poll_at <= $1 ORDER BY next_poll_at LIMIT 500 FOR UPDATE SKIP LOCKED)
  RETURNING id`;

/** Enqueues jobs for the open orders whose poll is due. @returns how many */
export async function enqueueDueReconciles(): Promise<number> {
  const rows = await query<{ id: string }>('due-orders', due, [clock.now(), graceSeconds]);
  if (rows.length > 0) {
    await enqueue(
      reconcileOrderJob,
      rows.map(({ id }) => ({ orderId: id })),
    );
  }
  return rows.length;
}
