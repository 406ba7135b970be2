import { DomainError } from '#domain/shared/errors.ts';
import type { VerifyPaymentInput, VerifyPaymentOutput } from './contract.ts';
import { findProviderOrder } from './find-order.server.ts';
import { verifyAndSettlePayment } from './verify-and-settle-payment.server.ts';

/**
 * Verifies the form that Razorpay's hosted page posts through the returning browser. The request is
 * cross-site, so it carries no session; the signature alone authenticates it.
 *
 * @throws DomainError `not_found`, `signature_mismatch`
 */
export async function verifyCallback(given: VerifyPaymentInput): Promise<VerifyPaymentOutput> {
  const order = await findProviderOrder(given.razorpay_order_id);
  if (!order) throw new DomainError('not_found');
  return verifyAndSettlePayment(order, given);
}
