import { clock } from '#platform/clock.ts';
import { prisma, query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import { listPaymentRefunds, ProviderError, type ProviderRefund } from './razorpay.server.ts';
import { recordProviderRefunds } from './record-provider-refunds.server.ts';
import { recordRefund } from './record-refund.server.ts';
import { settleRefund } from './settle-refund.server.ts';

/** While a refund is under way or the provider away, the order is asked about again. */
const againMs = 3_600_000;

/** What has made the order due anew meanwhile stays. */
const postpone = `
  UPDATE orders SET next_poll_at = CASE
    WHEN $3 OR EXISTS (SELECT FROM refunds WHERE order_id = $1 AND status = 'pending') THEN $2::timestamptz
  END
  WHERE id = $1 AND next_poll_at IS NOT DISTINCT FROM $4`;

/**
 * Asks the provider what was paid back of a completed order: what became of the refund that is under
 * way, though nobody may have noted that it was made, and what was paid back in the provider's dashboard.
 */
export async function reconcileRefunds(orderId: string): Promise<void> {
  const order = await prisma.order.findUnique({
    where: { id: orderId },
    include: { refunds: true },
  });
  if (!order?.paymentId) return;
  const { userId, nextPollAt } = order;
  const all = await ask(order.paymentId);
  const unknown = new Set(all?.filter(({ status }) => status !== 'failed'));
  for (const { id: refundId, providerRefundId, status } of order.refunds) {
    const made = all?.find(({ id, receipt }) =>
      providerRefundId ? id === providerRefundId : status === 'pending' && receipt === refundId,
    );
    if (!made) continue;
    unknown.delete(made);
    if (status !== 'pending') continue;
    const found = { refundId, orderId, userId, made };
    if (!providerRefundId) await recordRefund(found);
    else if (made.status !== 'pending') await settleRefund(found);
  }
  await recordProviderRefunds(order, [...unknown]);
  const again = new Date(clock.now().getTime() + againMs);
  await query('postpone-refund', postpone, [orderId, again, all === null, nextPollAt]);
}

/** @returns null while the provider is away */
async function ask(paymentId: string): Promise<ProviderRefund[] | null> {
  try {
    return await listPaymentRefunds(paymentId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logger.warn({ error, paymentId }, 'the payment provider did not answer');
    return null;
  }
}
