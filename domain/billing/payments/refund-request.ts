import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { RefundInput, RefundOutput } from './contract.browser.ts';

const insert = `
  INSERT INTO refunds (id, order_id, amount_paise, reason, created_at)
  SELECT $1, id, amount_paise, $3, $4 FROM orders WHERE id = $2 AND status = 'completed'
  ON CONFLICT (order_id) WHERE status IN ('requested', 'pending', 'processed') DO NOTHING
  RETURNING id`;

/**
 * Requests a refund of a paid order; support decides about it.
 *
 * @returns the refund request; a repeated request returns the same one
 * @throws DomainError `not_found` if the order is not paid or not the user's
 */
export async function requestRefund(
  userId: string,
  { reason, orderId }: RefundInput,
): Promise<RefundOutput> {
  const order = await prisma.order.findFirst({
    where: {
      userId,
      status: 'completed',
      // By default the last paid order that is not refunded yet.
      ...(orderId ? { id: orderId } : { refunds: { none: { status: 'processed' } } }),
    },
    orderBy: { paidAt: 'desc' },
    select: { id: true },
  });
  if (!order) {
    throw new DomainError('not_found', { message: 'There is no payment that could be refunded.' });
  }
  await transaction(async (tx) => {
    const now = clock.now();
    const id = newId('rfd', now.getTime());
    const made = await query('request-refund', insert, [id, order.id, reason, now], tx);
    if (made.length > 0)
      await enqueueEmail('refund_requested', supportSettings.SUPPORT_EMAIL, tx, order.id);
  });
  const current = await prisma.refund.findFirstOrThrow({
    where: { orderId: order.id },
    orderBy: { id: 'desc' },
  });
  return { refundId: current.id, orderId: order.id, status: current.status };
}

const statement = `
  UPDATE refunds SET status = 'declined', settled_at = $2
  WHERE order_id = $1 AND status = 'requested' RETURNING id`;

/**
 * Declines the requested refund of an order.
 *
 * @throws DomainError `not_found` if no refund is requested, or it is already in progress
 */
export async function declineRefund(orderId: string): Promise<void> {
  const declined = await query('decline-refund', statement, [orderId, clock.now()]);
  if (declined.length > 0) return;
  const message = `No refund of ${orderId} is requested, or it is decided about already.`;
  throw new DomainError('not_found', { message });
}
