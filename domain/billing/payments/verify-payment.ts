import type { SubscriptionOutput } from '#domain/billing/subscriptions/contract.browser.ts';
import { getPaidPeriod } from '#domain/billing/subscriptions/get-subscription.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import type { VerifyPaymentInput, VerifyPaymentOutput } from './contract.browser.ts';
import { findProviderOrder, type OrderRow } from './find-orders.ts';
import {
  capturePayment,
  fetchPayment,
  hasValidSignature,
  ProviderError,
  type ProviderPayment,
} from './razorpay.ts';
import { razorpaySettings } from './settings.ts';
import {
  findMismatch,
  type OrderToSettle,
  recordPaymentAnomaly,
  settleOrder,
  upsertProviderPayments,
} from './settle-order.ts';

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

/** Makes an order due for polling now, even if polling had stopped, because it has a signed payment of unknown status. */
const askAgain = `UPDATE orders SET status = 'pending', next_poll_at = $2 WHERE id = $1 AND status <> 'completed'`;

/** Finds an open order whose account is being deleted. Such an account can no longer get a plan. */
const ownerIsGone = `
  SELECT 1 FROM orders JOIN account_deletions USING (user_id)
  WHERE orders.id = $1 AND orders.status <> 'completed' AND started_at IS NOT NULL`;

/**
 * Captures a payment that is only authorized, and settles the order if the payment is captured. If the deletion of the
 * account has begun, does neither. An already captured payment is then recorded as an anomaly, because the operator must
 * refund it.
 *
 * @returns whether the order is now completed
 * @throws ProviderError if the provider is unavailable
 */
export async function captureAndSettle(
  order: OrderToSettle,
  payment: ProviderPayment,
): Promise<boolean> {
  const isPaid = payment.status === 'captured' || payment.status === 'authorized';
  if (isPaid && (await query('owner-is-gone', ownerIsGone, [order.id])).length > 0) {
    const detail = `${payment.id} is ${payment.status}`;
    await recordPaymentAnomaly({ kind: 'account_deleted', orderId: order.id, detail });
    return false;
  }
  if (payment.status === 'captured') return settleOrder(order, payment);
  if (payment.status !== 'authorized') return false;
  const mismatch = await findMismatch(order, payment);
  if (mismatch) {
    await recordPaymentAnomaly({ kind: 'payment_mismatch', orderId: order.id, detail: mismatch });
    return false;
  }
  const captured = await capture(order, payment);
  return captured.status === 'captured' && settleOrder(order, captured);
}

/** Captures a payment. If the call fails because of a parallel capture, uses the status that Razorpay reports. */
async function capture(
  order: OrderToSettle,
  { id, amount }: ProviderPayment,
): Promise<ProviderPayment> {
  try {
    return await capturePayment(id, amount);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
    const payment = await fetchPayment(id);
    if (payment.status !== 'captured') {
      const detail = `${id}: ${error.message}`;
      await recordPaymentAnomaly({ kind: 'capture_refused', orderId: order.id, detail });
    }
    return payment;
  }
}

/**
 * Verifies a checkout result: first the signature over the stored order id, then the payment that Razorpay reports. Safe to
 * repeat.
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
    if (await findMismatch(order, payment)) return toOutput('failed');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return toOutput('pending');
  }
  const isInProgress = payment.status === 'created' || payment.status === 'authorized';
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

/**
 * Claims the oldest order first. SKIP LOCKED lets parallel calls claim different orders. Expired and refunded periods are
 * skipped.
 */
const statement = `
  UPDATE orders SET claimed_at = $3
  WHERE id = (
    SELECT orders.id FROM orders JOIN subscriptions AS s ON s.order_id = orders.id
    WHERE orders.user_id = $1 AND orders.plan_id = $2 AND orders.status = 'completed'
      AND claimed_at IS NULL AND s.status <> 'expired' AND s.expires_at > $3
    ORDER BY orders.id LIMIT 1 FOR UPDATE OF orders SKIP LOCKED)
  RETURNING id`;

/**
 * Returns the subscription that the user got for a paid order. The subscription begins when the order is paid, not with this
 * call; API clients call this to wait until the plan is active. Each paid order can be claimed once.
 *
 * @throws DomainError `payment_required` if there is no paid and unclaimed order for this plan
 */
export async function claimPaidSubscription(
  userId: string,
  planId: string,
): Promise<SubscriptionOutput> {
  const values = [userId, planId, clock.now()];
  const [used] = await query<{ id: string }>('use-paid-order', statement, values);
  if (!used) throw new DomainError('payment_required');
  return getPaidPeriod(used.id);
}
