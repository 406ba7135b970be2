import { recordAudit } from '#domain/audit/record-audit.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { RefundInput, RefundOutput } from './contract.browser.ts';
import { listPaymentRefunds, ProviderError, refundPayment } from './razorpay.ts';
import { recordRefund } from './settle-refunds.ts';

/**
 * Sets a requested refund to pending, or inserts a pending refund that the operator makes without a request. The order is
 * polled a minute later, so that the worker settles the refund if this process dies before the provider responds.
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

/** Sets a refund to failed. A refund with a provider id does not change, because a parallel run has made it. */
const failRefund = `
  UPDATE refunds SET status = 'failed', settled_at = $2
  WHERE id = $1 AND status = 'pending' AND provider_refund_id IS NULL`;

type Refund = { id: string; status: string; providerRefundId: string | null };

/**
 * Refunds an order in full. Unless the refund fails at once, also ends the period that the order paid for. Safe to repeat
 * after a crash: the refund's id is the idempotency key at Razorpay.
 *
 * @param reason why, for the audit trail
 * @returns the provider's refund id and status
 * @throws DomainError `not_found` for an order that is not paid
 * @throws ProviderError if the provider is unavailable or rejects the refund
 */
export async function refundOrder(
  orderId: string,
  reason: string | null = null,
): Promise<{ refundId: string; status: string }> {
  const order = await prisma.order.findUnique({ where: { id: orderId } });
  if (!order?.paymentId) {
    throw new DomainError('not_found', { message: `There is no paid order ${orderId}.` });
  }
  const { paymentId, userId, amountPaise } = order;
  const now = clock.now();
  const values = [newId('rfd', now.getTime()), orderId, now];
  const refund = await transaction(async (tx) => {
    const [started] = await query<Refund>('start-refund', startRefund, values, tx);
    invariant(started, 'a paid order has a refund, or can get one');
    // If the provider has already made the refund, only its result is returned again.
    if (started.providerRefundId) return started;
    await recordAudit(tx, {
      accountId: userId,
      action: 'order.refund',
      targets: [{ type: 'order', id: orderId }],
      after: { amount: amountPaise, state: started.status },
      reason,
    });
    return started;
  });
  if (refund.providerRefundId) {
    return { refundId: refund.providerRefundId, status: refund.status };
  }
  const made = await payBack(refund.id, paymentId, amountPaise);
  await recordRefund({ refundId: refund.id, orderId, userId, made });
  return { refundId: made.id, status: made.status };
}

/**
 * Makes a refund at Razorpay. If Razorpay rejects it, sets the refund to failed, so that the operator can start another
 * refund. A rejection because an earlier call made the same refund does not count as a failure.
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

const insert = `
  INSERT INTO refunds (id, order_id, amount_paise, reason, created_at)
  SELECT $1, id, amount_paise, $3, $4 FROM orders WHERE id = $2 AND status = 'completed'
  ON CONFLICT (order_id) WHERE status IN ('requested', 'pending', 'processed') DO NOTHING
  RETURNING id`;

/**
 * Requests a refund of a paid order. Support grants or declines the request.
 *
 * @returns the refund request; a repeated request returns the same one
 * @throws DomainError `not_found` if the order is not paid or belongs to another user
 */
export async function requestRefund(
  userId: string,
  { reason, orderId }: RefundInput,
): Promise<RefundOutput> {
  const order = await prisma.order.findFirst({
    where: {
      userId,
      status: 'completed',
      // By default, selects the most recently paid order that is not refunded yet.
      ...(orderId ? { id: orderId } : { refunds: { none: { status: 'processed' } } }),
    },
    orderBy: { paidAt: 'desc' },
    select: { id: true },
  });
  if (!order) {
    throw new DomainError('not_found', { message: 'There is no payment to refund.' });
  }
  await transaction(async (tx) => {
    const now = clock.now();
    const id = newId('rfd', now.getTime());
    const made = await query('request-refund', insert, [id, order.id, reason, now], tx);
    if (made.length === 0) return;
    await enqueueEmail('refund_requested', supportSettings.SUPPORT_EMAIL, tx, order.id);
    await recordAudit(tx, {
      accountId: userId,
      action: 'refund.request',
      targets: [{ type: 'order', id: order.id }],
      reason,
    });
  });
  const current = await prisma.refund.findFirstOrThrow({
    where: { orderId: order.id },
    orderBy: { id: 'desc' },
  });
  return { refundId: current.id, orderId: order.id, status: current.status };
}

const statement = `
  UPDATE refunds SET status = 'declined', settled_at = $2
  WHERE order_id = $1 AND status = 'requested'
  RETURNING (SELECT user_id FROM orders WHERE id = order_id) AS "userId"`;

/**
 * Declines the requested refund of an order.
 *
 * @param reason why, for the audit trail
 * @throws DomainError `not_found` if no refund is requested, or the refund is already in progress
 */
export async function declineRefund(orderId: string, reason: string | null = null): Promise<void> {
  await transaction(async (tx) => {
    const values = [orderId, clock.now()];
    const [declined] = await query<{ userId: string }>('decline-refund', statement, values, tx);
    if (!declined) {
      const message = `No refund of ${orderId} is requested, or it has been decided already.`;
      throw new DomainError('not_found', { message });
    }
    await recordAudit(tx, {
      accountId: declined.userId,
      action: 'refund.decline',
      targets: [{ type: 'order', id: orderId }],
      reason,
    });
  });
}
