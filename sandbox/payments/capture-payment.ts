import { z } from 'zod';
import type { Payment } from './entities.ts';
import { paise, readInput } from './input.ts';
import { find } from './ledger.ts';
import type { ProviderContext } from './provider-context.ts';
import { ProviderError } from './provider-error.ts';
import { settle } from './settle.ts';

const schema = z.object({ amount: paise, currency: z.string().default('INR') });

/**
 * Captures an authorized payment.
 *
 * @throws ProviderError if it is not authorized, or for another amount or currency
 */
export function capturePayment(
  { ledger, sendWebhooks, changed }: ProviderContext,
  id: string,
  body: unknown,
): Payment {
  const payment = find(ledger.payments, id);
  const { amount, currency } = readInput(schema, body);
  if (payment.captured) throw new ProviderError('This payment has already been captured');
  if (payment.status !== 'authorized') {
    throw new ProviderError(
      'Only payments which have been authorized and not yet captured can be captured',
    );
  }
  if (currency !== payment.currency) {
    throw new ProviderError('The currency should be the same as that of the payment', {
      field: 'currency',
    });
  }
  if (amount !== payment.amount) {
    throw new ProviderError('Capture amount must be equal to the amount authorized', {
      field: 'amount',
    });
  }
  const order = find(ledger.orders, payment.order_id);
  if (order.status === 'paid') throw new ProviderError('Payment already done for this order.');
  sendWebhooks(settle(payment, order));
  changed();
  return payment;
}
