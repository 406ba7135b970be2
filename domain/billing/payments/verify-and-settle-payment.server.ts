import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import { captureAndSettle } from './capture-and-settle.server.ts';
import type { VerifyPaymentInput, VerifyPaymentOutput } from './contract.ts';
import type { OrderRow } from './find-order.server.ts';
import { hasValidSignature } from './has-valid-signature.server.ts';
import { fetchPayment, ProviderError, type ProviderPayment } from './razorpay.server.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.server.ts';
import { razorpaySettings } from './settings.server.ts';
import { findPaymentMismatch } from './settle-order.server.ts';
import { upsertProviderPayments } from './upsert-provider-payments.server.ts';

/** A try before may have failed; of this one nothing is known yet but that it was signed. */
const hope = `UPDATE orders SET status = 'pending', next_poll_at = $2 WHERE id = $1 AND status = 'failed'`;

/**
 * Checks what the checkout handed over for an order: the signature over the order that is stored here,
 * and then the payment, as the provider tells it. Doing it again changes nothing.
 *
 * @param userId who brought it, where that is known
 * @throws DomainError `signature_mismatch`
 */
export async function verifyAndSettlePayment(
  order: OrderRow,
  given: VerifyPaymentInput,
  userId?: string,
): Promise<VerifyPaymentOutput> {
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = given;
  const signed = `${order.providerOrderId}|${paymentId}`;
  if (!hasValidSignature([razorpaySettings.RAZORPAY_KEY_SECRET ?? ''], signed, signature)) {
    const by = userId === undefined ? {} : { userId };
    const kind = 'signature_mismatch';
    await recordPaymentAnomaly({ kind, ...by, orderId: order.id, detail: paymentId });
    throw new DomainError('signature_mismatch', { message: 'Payment verification failed' });
  }
  const answer = (status: VerifyPaymentOutput['status']) => ({ status, orderId: order.id });
  if (order.status === 'completed') return answer('success');
  const payment = await ask(paymentId);
  if (!payment) {
    await query('hope-for-order', hope, [order.id, clock.now()]);
    return answer('pending');
  }
  if (payment.order_id === order.providerOrderId) await upsertProviderPayments(order.id, [payment]);
  try {
    if (await captureAndSettle(order, payment)) return answer('success');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return answer('pending');
  }
  const underWay = payment.status === 'created' || payment.status === 'authorized';
  if (findPaymentMismatch(order, payment)) return answer('failed');
  return answer(underWay ? 'pending' : 'failed');
}

/** @returns null while the provider is away: the worker asks it later */
async function ask(paymentId: string): Promise<ProviderPayment | null> {
  try {
    return await fetchPayment(paymentId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logger.warn({ error, paymentId }, 'the payment provider did not answer');
    return null;
  }
}
