import { DomainError } from '#domain/shared/errors.ts';
import type { VerifyPaymentInput, VerifyPaymentOutput } from './contract.ts';
import { findProviderOrder } from './find-order.server.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.server.ts';
import { verifyAndSettlePayment } from './verify-and-settle-payment.server.ts';

/**
 * Verifies a checkout result for a signed-in user. Safe to repeat.
 *
 * @throws DomainError `not_found` for an order of another user, `signature_mismatch`
 */
export async function verifyPayment(
  userId: string,
  given: VerifyPaymentInput,
): Promise<VerifyPaymentOutput> {
  const order = await findProviderOrder(given.razorpay_order_id);
  if (order?.userId !== userId) {
    if (order) {
      const detail = `${given.razorpay_payment_id} was submitted for another user's order`;
      await recordPaymentAnomaly({ kind: 'foreign_order', userId, orderId: order.id, detail });
    }
    throw new DomainError('not_found');
  }
  return verifyAndSettlePayment(order, given, userId);
}
