import type { Payment } from './entities.ts';
import { sign } from './sign.ts';

/** The result that Checkout returns to the merchant's page or posts to its callback address. */
export type CheckoutResult = {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
};

/**
 * @param keySecret signs the result, so that the merchant can verify that the payment belongs to the order
 */
export function checkoutResult({ id, order_id }: Payment, keySecret: string): CheckoutResult {
  return {
    razorpay_payment_id: id,
    razorpay_order_id: order_id,
    razorpay_signature: sign(keySecret, `${order_id}|${id}`),
  };
}

/** The error that Checkout reports for a failed payment. */
export function checkoutError(payment: Payment) {
  return {
    code: payment.error_code ?? '',
    description: payment.error_description ?? '',
    source: payment.error_source ?? '',
    step: payment.error_step ?? '',
    reason: payment.error_reason ?? '',
    metadata: { payment_id: payment.id, order_id: payment.order_id },
  };
}
