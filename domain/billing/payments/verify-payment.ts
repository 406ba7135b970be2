import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { captureAndSettle } from './capture-and-settle.ts';
import type { VerifyPaymentInput, VerifyPaymentOutput } from './contract.browser.ts';
import { findProviderOrder, type OrderRow } from './find-orders.ts';
import { hasValidSignature } from './has-valid-signature.ts';
import { fetchPayment, ProviderError, type ProviderPayment } from './razorpay.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.ts';
import { razorpaySettings } from './settings.ts';
import { findPaymentMismatch } from './settle-order.ts';
import { upsertProviderPayments } from './upsert-provider-payments.ts';

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

/** Has the provider asked about an order now, however late: this signed payment has no known status yet. */
const askAgain = `UPDATE orders SET status = 'pending', next_poll_at = $2 WHERE id = $1 AND status <> 'completed'`;

/**
 * Verifies a checkout result: the signature over the stored order id, then the payment as Razorpay
 * reports it. Safe to repeat.
 *
 * @param userId the signed-in user, if known
 * @throws DomainError `signature_mismatch`
 */
async function verifyAndSettlePayment(
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
  const toOutput = (status: VerifyPaymentOutput['status']) => ({ status, orderId: order.id });
  if (order.status === 'completed') return toOutput('success');
  const payment = await findPayment(paymentId);
  if (!payment) {
    await query('ask-about-order-again', askAgain, [order.id, clock.now()]);
    return toOutput('pending');
  }
  if (payment.order_id === order.providerOrderId) await upsertProviderPayments(order.id, [payment]);
  try {
    if (await captureAndSettle(order, payment)) return toOutput('success');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return toOutput('pending');
  }
  const isInProgress = payment.status === 'created' || payment.status === 'authorized';
  if (findPaymentMismatch(order, payment)) return toOutput('failed');
  return toOutput(isInProgress ? 'pending' : 'failed');
}

/** @returns null while the provider is unavailable: the worker fetches the payment later */
async function findPayment(paymentId: string): Promise<ProviderPayment | null> {
  try {
    return await fetchPayment(paymentId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logger.warn({ error, paymentId }, 'the payment provider did not respond');
    return null;
  }
}
