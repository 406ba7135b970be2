import {
  capturePayment,
  fetchPayment,
  ProviderError,
  type ProviderPayment,
} from './razorpay.server.ts';
import { recordPaymentAnomaly } from './record-payment-anomaly.server.ts';
import { findPaymentMismatch, type OrderToSettle, settleOrder } from './settle-order.server.ts';

/**
 * Makes of a payment what can be made of it: takes the money if it is only authorized, and gives the
 * plan if the money is there.
 *
 * @returns whether the order is completed by it
 * @throws ProviderError if the provider is away
 */
export async function captureAndSettle(
  order: OrderToSettle,
  payment: ProviderPayment,
): Promise<boolean> {
  if (payment.status === 'captured') return settleOrder(order, payment);
  if (payment.status !== 'authorized') return false;
  const misfit = findPaymentMismatch(order, payment);
  if (misfit) {
    await recordPaymentAnomaly({ kind: 'payment_mismatch', orderId: order.id, detail: misfit });
    return false;
  }
  const taken = await capture(order, payment.id);
  return taken.status === 'captured' && settleOrder(order, taken);
}

/** Takes the money, whoever takes it first: of two that try, one is told that it is done. */
async function capture(order: OrderToSettle, paymentId: string): Promise<ProviderPayment> {
  try {
    return await capturePayment(paymentId, order.amountPaise);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    const payment = await fetchPayment(paymentId);
    if (payment.status !== 'captured') {
      const detail = `${paymentId}: ${error.message}`;
      await recordPaymentAnomaly({ kind: 'capture_refused', orderId: order.id, detail });
    }
    return payment;
  }
}
