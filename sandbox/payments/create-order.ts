import { z } from 'zod';
import type { Order } from './entities.ts';
import { notes, paise, readInput, receipt } from './input.ts';
import { makeId, nowInSeconds } from './make-id.ts';
import type { ProviderContext } from './provider-context.ts';
import { ProviderError } from './provider-error.ts';

const schema = z.object({
  amount: paise,
  currency: z.literal('INR', 'Currency is not supported'),
  receipt,
  notes,
  unique_receipt: z.union([z.boolean(), z.literal([0, 1]).transform(Boolean)]).optional(),
});

/**
 * Creates an order. With `unique_receipt` a repeated call returns the existing order of the receipt.
 *
 * @throws ProviderError if the input is invalid, or the receipt belongs to another order
 */
export function createOrder({ ledger, changed }: ProviderContext, body: unknown): Order {
  const input = readInput(schema, body);
  if (input.unique_receipt) {
    if (input.receipt === null) {
      throw new ProviderError('The receipt field is required.', { field: 'receipt' });
    }
    const before = ledger.orders.list().find((order) => order.receipt === input.receipt);
    if (before && before.amount === input.amount) return before;
    if (before) throw new ProviderError('The receipt is already in use.', { field: 'receipt' });
  }
  const order: Order = {
    id: makeId('order_'),
    entity: 'order',
    amount: input.amount,
    amount_paid: 0,
    amount_due: input.amount,
    currency: input.currency,
    receipt: input.receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: input.notes,
    created_at: nowInSeconds(),
  };
  ledger.orders.add(order);
  changed();
  return order;
}
