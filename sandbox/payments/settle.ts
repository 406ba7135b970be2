import type { Order, Payment } from './entities.ts';
import { makeEvent } from './webhook-event.ts';

/** A fee of 2 % plus 18 % GST on it. */
function calculateFee(amount: number) {
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
  Object.assign(payment, { status: 'captured', captured: true, ...calculateFee(payment.amount) });
  order.status = 'paid';
  order.amount_paid = payment.amount;
  order.amount_due = Math.max(0, order.amount - payment.amount);
  return [makeEvent('payment.captured', { payment }), makeEvent('order.paid', { payment, order })];
}
