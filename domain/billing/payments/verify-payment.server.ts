import { DomainError } from '#domain/shared/errors.ts';
import type { VerifyPaymentInput, VerifyPaymentOutput } from './contract.ts';
import { findProviderOrder } from './find-order.server.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.server.ts';
import { verifyAndSettlePayment } from './verify-and-settle-payment.server.ts';

/**
 * Takes what the checkout handed over to its user's page. Doing it again changes nothing.
 *
 * @throws DomainError `not_found` for an order that is not the user's, `signature_mismatch`
 */
export async function verifyPayment(
  userId: string,
  given: VerifyPaymentInput,
): Promise<VerifyPaymentOutput> {
  const order = await findProviderOrder(given.razorpay_order_id);
  if (order?.userId !== userId) {
    if (order) {
      const detail = `${given.razorpay_payment_id} was brought for an order of somebody else`;
      await recordPaymentAnomaly({ kind: 'foreign_order', userId, orderId: order.id, detail });
    }
    throw new DomainError('not_found');
  }
  return verifyAndSettlePayment(order, given, userId);
}
