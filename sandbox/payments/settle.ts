import type { Order, Payment } from './entities.ts';
import { makeEvent } from './webhook-event.ts';

/** Two per cent, and the goods and services tax of 18 per cent on them. */
function chargesOn(amount: number) {
  const charge = Math.round(amount * 0.02);
  const tax = Math.round(charge * 0.18);
  return { fee: charge + tax, tax };
}

/** Takes the money of a payment, which marks its order paid. @returns what there is to tell */
export function settle(payment: Payment, order: Order): ReturnType<typeof makeEvent>[] {
  Object.assign(payment, { status: 'captured', captured: true, ...chargesOn(payment.amount) });
  order.status = 'paid';
  order.amount_paid = payment.amount;
  order.amount_due = Math.max(0, order.amount - payment.amount);
  return [makeEvent('payment.captured', { payment }), makeEvent('order.paid', { payment, order })];
}
