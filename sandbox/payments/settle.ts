import type { Order, Payment } from './entities.ts';
import { makeEvent } from './webhook-event.ts';

/** A fee of 2 % plus 18 % GST on it. */
export function calculateFee(amount: number) {
  const charge = Math.round(amount * 0.02);
  const tax = Math.round(charge * 0.18);
  return { fee: charge + tax, tax };
}

/**
 * Captures a payment and marks its order paid.
 *
 * @returns the webhook events
 */
export function settle(payment: Payment, order: Order): ReturnType<typeof makeEvent>[] {
  // Where the customer pays the fee, it is that of the order's amount.
  const { fee, tax } = calculateFee(Math.min(payment.amount, order.amount));
  Object.assign(payment, { status: 'captured', captured: true, fee, tax });
  order.status = 'paid';
  order.amount_paid = payment.amount;
  order.amount_due = Math.max(0, order.amount - payment.amount);
  return [makeEvent('payment.captured', { payment }), makeEvent('order.paid', { payment, order })];
}
