import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';

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
