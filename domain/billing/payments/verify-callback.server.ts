import { DomainError } from '#domain/shared/errors.ts';
import type { VerifyPaymentInput, VerifyPaymentOutput } from './contract.ts';
import { findProviderOrder } from './find-order.server.ts';
import { verifyAndSettlePayment } from './verify-and-settle-payment.server.ts';

/**
 * Takes what the provider's own page handed over by way of a browser that is on its way back. It comes
 * from another site, without a session: the signature is all that speaks for it, and all that it needs.
 *
 * @throws DomainError `not_found`, `signature_mismatch`
 */
export async function verifyCallback(given: VerifyPaymentInput): Promise<VerifyPaymentOutput> {
  const order = await findProviderOrder(given.razorpay_order_id);
  if (!order) throw new DomainError('not_found');
  return verifyAndSettlePayment(order, given);
}
