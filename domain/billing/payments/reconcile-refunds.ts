import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { listPaymentRefunds, ProviderError, type ProviderRefund } from './razorpay.ts';
import { recordProviderRefunds } from './record-provider-refunds.ts';
import { recordRefund } from './record-refund.ts';
import { settleRefund } from './settle-refund.ts';

/** Delay until the next poll while a refund is pending or the provider is unavailable. */
const pollAgainMs = 3_600_000;

/** An order that became due meanwhile ($4 no longer matches) keeps that time. */
const postpone = `
  UPDATE orders SET next_poll_at = CASE
    WHEN $3 OR EXISTS (SELECT FROM refunds WHERE order_id = $1 AND status = 'pending') THEN $2::timestamptz
  END
  WHERE id = $1 AND next_poll_at IS NOT DISTINCT FROM $4`;

/**
 * Fetches the refunds of a completed order from Razorpay: settles the pending one, even if the
 * process died before it was recorded, and records those that were made in Razorpay's dashboard.
 */
export async function reconcileRefunds(orderId: string): Promise<void> {
  const order = await prisma.order.findUnique({
    where: { id: orderId },
    include: { refunds: true },
  });
  if (!order?.paymentId) return;
  const { userId, nextPollAt } = order;
  const refunds = await fetchRefunds(order.paymentId);
  const unmatched = new Set(refunds?.filter(({ status }) => status !== 'failed'));
  for (const { id: refundId, providerRefundId, status } of order.refunds) {
    const made = refunds?.find(({ id, receipt }) =>
      providerRefundId ? id === providerRefundId : status === 'pending' && receipt === refundId,
    );
    if (!made) continue;
    unmatched.delete(made);
    if (status !== 'pending') continue;
    const found = { refundId, orderId, userId, made };
    if (!providerRefundId) await recordRefund(found);
    else if (made.status !== 'pending') await settleRefund(found);
  }
  await recordProviderRefunds(order, [...unmatched]);
  const again = new Date(clock.now().getTime() + pollAgainMs);
  await query('postpone-refund', postpone, [orderId, again, refunds === null, nextPollAt]);
}

/** @returns null while the provider is unavailable */
async function fetchRefunds(paymentId: string): Promise<ProviderRefund[] | null> {
  try {
    return await listPaymentRefunds(paymentId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logger.warn({ error, paymentId }, 'the payment provider did not respond');
    return null;
  }
}
