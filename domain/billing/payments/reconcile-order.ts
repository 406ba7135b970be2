import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { captureAndSettle } from './capture-and-settle.ts';
import { findOrder, type OrderRow } from './find-orders.ts';
import { pollDelayMs } from './poll-delay.ts';
import { listOrderPayments, ProviderError, type ProviderPayment } from './razorpay.ts';
import { reconcileRefunds } from './reconcile-refunds.ts';
import { upsertProviderPayments } from './upsert-provider-payments.ts';

/**
 * A completed order is never reopened. If a webhook made the order due while the provider was
 * queried ($4 no longer matches), that earlier poll time stays.
 */
const postpone = `
  UPDATE orders SET
    next_poll_at = CASE WHEN next_poll_at IS NOT DISTINCT FROM $4 THEN $2 ELSE next_poll_at END,
    asks = asks + 1,
    status = $3::order_status
  WHERE id = $1 AND status <> 'completed'`;

/**
 * Fetches an order's payments from Razorpay and settles or fails the order. Webhooks lead here too:
 * their content is not trusted, only used as a reason to fetch.
 *
 * @param isScheduled false for one beside the schedule, which it leaves as it is
 */
export async function reconcileOrder(
  orderId: string,
  { isScheduled = true }: { isScheduled?: boolean } = {},
): Promise<void> {
  const order = await findOrder(orderId);
  if (!order) return;
  const payments = await fetchPayments(order.providerOrderId);
  if (payments) {
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
  // A declined attempt does not end an order: it can be paid until then.
  const status = delayMs === null ? 'failed' : 'pending';
  await query('postpone-order', postpone, [order.id, nextPollAt, status, order.nextPollAt]);
}

/**
 * Settles every captured payment, so that a second one is recorded as an anomaly. Only if none is
 * captured, authorized ones are captured: an authorization that is never captured is returned
 * automatically.
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

/** @returns null if nothing is known yet; the order is polled again */
async function fetchPayments(providerOrderId: string | null): Promise<ProviderPayment[] | null> {
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
