import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { listPaymentRefunds, ProviderError, refundPayment } from './razorpay.ts';
import { recordRefund } from './record-refund.ts';

/**
 * Moves a requested refund to pending, or inserts one that the operator decided. The order is
 * polled in a minute: if this process dies before the provider responds, the worker settles the
 * refund.
 */
const startRefund = `
  WITH refund AS (
    INSERT INTO refunds (id, order_id, amount_paise, reason, status, created_at)
    SELECT $1, id, amount_paise, 'by the operator', 'pending', $3 FROM orders WHERE id = $2
    ON CONFLICT (order_id) WHERE status IN ('requested', 'pending', 'processed')
      DO UPDATE SET status = CASE WHEN refunds.status = 'requested' THEN 'pending' ELSE refunds.status END
    RETURNING id, order_id, status, provider_refund_id AS "providerRefundId"
  ), due AS (
    UPDATE orders SET next_poll_at = $3::timestamptz + interval '1 minute' FROM refund
    WHERE orders.id = refund.order_id AND refund.status = 'pending'
  )
  SELECT id, status, "providerRefundId" FROM refund`;

/** Fails only a refund without a provider id: a parallel run may have recorded one meanwhile. */
const failRefund = `
  UPDATE refunds SET status = 'failed', settled_at = $2
  WHERE id = $1 AND status = 'pending' AND provider_refund_id IS NULL`;

type Refund = { id: string; status: string; providerRefundId: string | null };

/**
 * Refunds an order in full and ends the period that it paid for, unless the refund fails at once.
 * Safe to repeat after a crash: the refund's id is the idempotency key at Razorpay.
 *
 * @returns the provider's refund id and status
 * @throws DomainError `not_found` for an order that is not paid
 * @throws ProviderError if the provider is unavailable or rejects the refund
 */
export async function refundOrder(orderId: string): Promise<{ refundId: string; status: string }> {
  const order = await prisma.order.findUnique({ where: { id: orderId } });
  if (!order?.paymentId) {
    throw new DomainError('not_found', { message: `There is no paid order ${orderId}.` });
  }
  const { paymentId, userId, amountPaise } = order;
  const now = clock.now();
  const values = [newId('rfd', now.getTime()), orderId, now];
  const [refund] = await query<Refund>('start-refund', startRefund, values);
  invariant(refund, 'a paid order has a refund or gets one');
  if (refund.providerRefundId) {
    return { refundId: refund.providerRefundId, status: refund.status };
  }
  const made = await payBack(refund.id, paymentId, amountPaise);
  await recordRefund({ refundId: refund.id, orderId, userId, made });
  return { refundId: made.id, status: made.status };
}

/**
 * A rejected refund is failed, so that another one can be tried; unless Razorpay rejected it
 * because an earlier call already made it.
 */
async function payBack(refundId: string, paymentId: string, amountPaise: number) {
  try {
    return await refundPayment(paymentId, amountPaise, refundId);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
    const made = (await listPaymentRefunds(paymentId)).find(({ receipt }) => receipt === refundId);
    if (made) return made;
    await query('fail-refund', failRefund, [refundId, clock.now()]);
    throw error;
  }
}
