import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import { captureAndSettle } from './capture-and-settle.server.ts';
import { findOrder, type OrderRow } from './find-order.server.ts';
import { pollDelayMs } from './poll-delay.ts';
import { listOrderPayments, ProviderError, type ProviderPayment } from './razorpay.server.ts';
import { reconcileRefunds } from './reconcile-refunds.server.ts';
import { upsertProviderPayments } from './upsert-provider-payments.server.ts';

/**
 * A completed order is never opened again, whoever was slow. An event that came while the provider was
 * asked has made the order due anew, and that stays.
 */
const postpone = `
  UPDATE orders SET
    next_poll_at = CASE WHEN next_poll_at IS NOT DISTINCT FROM $4 THEN $2 ELSE next_poll_at END,
    asks = asks + 1,
    status = coalesce($3::order_status, status)
  WHERE id = $1 AND status <> 'completed'`;

/**
 * Asks the provider what became of an order, and acts on it. It is what webhooks lead to as well: what
 * they say is never believed, only taken as a reason to ask.
 */
export async function reconcileOrder(orderId: string): Promise<void> {
  const order = await findOrder(orderId);
  if (!order) return;
  const payments = await ask(order.providerOrderId);
  if (payments) {
    await upsertProviderPayments(order.id, payments);
    if (await takePayments(order, payments)) return;
  }
  if (order.status === 'completed') {
    await reconcileRefunds(order.id);
    return;
  }
  const now = clock.now();
  const gap = order.providerOrderId
    ? pollDelayMs(order.asks, now.getTime() - order.createdAt.getTime())
    : null;
  const nextPollAt = gap === null ? null : new Date(now.getTime() + gap);
  const status = gap === null ? 'failed' : statusBy(payments ?? []);
  await query('postpone-order', postpone, [order.id, nextPollAt, status, order.nextPollAt]);
}

/** How an open order stands, by the tries to pay it: null says nothing new. */
function statusBy(payments: readonly ProviderPayment[]): 'pending' | 'failed' | null {
  if (payments.some(({ status }) => status === 'created' || status === 'authorized')) {
    return 'pending';
  }
  return payments.some(({ status }) => status === 'failed') ? 'failed' : null;
}

/**
 * Takes what was captured, all of it, so that a second payment is noticed; and only if nothing was, what
 * is authorized: money that is set aside beside a payment goes back by itself.
 *
 * @returns whether the order is completed by this
 */
async function takePayments(order: OrderRow, payments: ProviderPayment[]): Promise<boolean> {
  let taken = false;
  for (const payment of payments.filter(({ status }) => status === 'captured')) {
    if (await captureAndSettle(order, payment)) taken = true;
  }
  if (taken || order.status === 'completed') return taken && order.status !== 'completed';
  for (const payment of payments.filter(({ status }) => status === 'authorized')) {
    if (await captureAndSettle(order, payment)) return true;
  }
  return false;
}

/** @returns null where there is nothing to know yet: the order is asked about again */
async function ask(providerOrderId: string | null): Promise<ProviderPayment[] | null> {
  // The provider never answered when it was made, so nobody was shown a checkout for it.
  if (!providerOrderId) return null;
  try {
    return await listOrderPayments(providerOrderId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logger.warn({ error, providerOrderId }, 'the payment provider did not answer');
    return null;
  }
}
