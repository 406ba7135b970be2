import { query } from '#platform/db.ts';
import { capturePayment, fetchPayment, ProviderError, type ProviderPayment } from './razorpay.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.ts';
import { findPaymentMismatch, type OrderToSettle, settleOrder } from './settle-order.ts';

/** An open order of an account whose deletion has begun, which can no longer get a plan. */
const ownerIsGone = `
  SELECT 1 FROM orders JOIN account_deletions USING (user_id)
  WHERE orders.id = $1 AND orders.status <> 'completed' AND started_at IS NOT NULL`;

/**
 * Captures a payment that is only authorized, and settles the order if the payment is captured. For an account whose
 * deletion has begun neither happens, and an anomaly asks the operator to refund what is captured.
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
  const misfit = findPaymentMismatch(order, payment);
  if (misfit) {
    await recordPaymentAnomaly({ kind: 'payment_mismatch', orderId: order.id, detail: misfit });
    return false;
  }
  const captured = await capture(order, payment.id);
  return captured.status === 'captured' && settleOrder(order, captured);
}

/**
 * Captures a payment. A parallel capture makes this one fail; the payment's own status then
 * decides.
 */
async function capture(order: OrderToSettle, paymentId: string): Promise<ProviderPayment> {
  try {
    return await capturePayment(paymentId, order.amountPaise);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
    const payment = await fetchPayment(paymentId);
    if (payment.status !== 'captured') {
      const detail = `${paymentId}: ${error.message}`;
      await recordPaymentAnomaly({ kind: 'capture_refused', orderId: order.id, detail });
    }
    return payment;
  }
}
