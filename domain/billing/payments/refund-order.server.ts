import { DomainError, invariant } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { prisma, query } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { listPaymentRefunds, ProviderError, refundPayment } from './razorpay.server.ts';
import { recordRefund } from './record-refund.server.ts';

/**
 * A request is taken up; without one the operator's own decision is written down. The order is due soon:
 * should this process die before it has the provider's answer, the worker finds out what became of it.
 */
const takeUp = `
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

/** Only what nobody has seen at the provider: another run may have been told of it meanwhile. */
const giveUp = `
  UPDATE refunds SET status = 'failed', settled_at = $2
  WHERE id = $1 AND status = 'pending' AND provider_refund_id IS NULL`;

type Refund = { id: string; status: string; providerRefundId: string | null };

/**
 * Pays an order back, whole, and ends the period that it paid for, unless the
 * provider says at once that it failed. Whatever breaks off in between, doing
 * it again goes on: the refund's id is the idempotency key at the provider.
 *
 * @returns the provider's id and state of the refund
 * @throws DomainError `not_found` for an order that was not paid
 * @throws ProviderError if the provider is away or refuses
 */
export async function refundOrder(orderId: string): Promise<{ refundId: string; status: string }> {
  const order = await prisma.order.findUnique({ where: { id: orderId } });
  if (!order?.paymentId) {
    throw new DomainError('not_found', { message: `There is no paid order ${orderId}.` });
  }
  const { paymentId, userId, amountPaise } = order;
  const now = clock.now();
  const values = [newId('rfd', now.getTime()), orderId, now];
  const [refund] = await query<Refund>('take-up-refund', takeUp, values);
  invariant(refund, 'a paid order has a refund or gets one');
  if (refund.providerRefundId) {
    return { refundId: refund.providerRefundId, status: refund.status };
  }
  const made = await pay(refund.id, paymentId, amountPaise);
  await recordRefund({ refundId: refund.id, orderId, userId, made });
  return { refundId: made.id, status: made.status };
}

/**
 * A refund that the provider will not make is over, and another may be tried; unless it was made before,
 * and is refused because of that.
 */
async function pay(refundId: string, paymentId: string, amountPaise: number) {
  try {
    return await refundPayment(paymentId, amountPaise, refundId);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    const made = (await listPaymentRefunds(paymentId)).find(({ receipt }) => receipt === refundId);
    if (made) return made;
    await query('give-up-refund', giveUp, [refundId, clock.now()]);
    throw error;
  }
}
