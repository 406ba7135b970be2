import { z } from 'zod';
import type { Payment } from './entities.ts';
import { paise, readInput } from './input.ts';
import { find } from './ledger.ts';
import type { ProviderContext } from './provider-context.ts';
import { Refusal } from './refusal.ts';
import { settle } from './settle.ts';

const schema = z.object({ amount: paise, currency: z.string().default('INR') });

/**
 * Captures an authorized payment.
 *
 * @throws Refusal if it is not authorized, or for another amount or currency
 */
export function capturePayment(
  { books, tell, changed }: ProviderContext,
  id: string,
  body: unknown,
): Payment {
  const payment = find(books.payments, id);
  const { amount, currency } = readInput(schema, body);
  if (payment.captured) throw new Refusal('This payment has already been captured');
  if (payment.status !== 'authorized') {
    throw new Refusal(
      'Only payments which have been authorized and not yet captured can be captured',
    );
  }
  if (currency !== payment.currency) {
    throw new Refusal('The currency should be the same as that of the payment', {
      field: 'currency',
    });
  }
  if (amount !== payment.amount) {
    throw new Refusal('Capture amount must be equal to the amount authorized', { field: 'amount' });
  }
  const order = find(books.orders, payment.order_id);
  if (order.status === 'paid') throw new Refusal('Payment already done for this order.');
  tell(settle(payment, order));
  changed();
  return payment;
}
