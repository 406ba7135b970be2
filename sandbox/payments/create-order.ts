import { z } from 'zod';
import type { Order } from './entities.ts';
import { notes, paise, readInput, receipt } from './input.ts';
import { makeId, nowInSeconds } from './make-id.ts';
import type { ProviderContext } from './provider-context.ts';
import { Refusal } from './refusal.ts';

const schema = z.object({
  amount: paise,
  currency: z.literal('INR', 'Currency is not supported'),
  receipt,
  notes,
  unique_receipt: z.union([z.boolean(), z.literal([0, 1]).transform(Boolean)]).optional(),
});

/**
 * Makes an order. With `unique_receipt` a receipt has one order: asked again, it is the same one.
 *
 * @throws Refusal if the input cannot be used, or the receipt is another order's
 */
export function createOrder({ books, changed }: ProviderContext, body: unknown): Order {
  const asked = readInput(schema, body);
  if (asked.unique_receipt) {
    if (asked.receipt === null) {
      throw new Refusal('The receipt field is required.', { field: 'receipt' });
    }
    const before = books.orders.list().find((order) => order.receipt === asked.receipt);
    if (before && before.amount === asked.amount) return before;
    if (before) throw new Refusal('The receipt is already in use.', { field: 'receipt' });
  }
  const order: Order = {
    id: makeId('order_'),
    entity: 'order',
    amount: asked.amount,
    amount_paid: 0,
    amount_due: asked.amount,
    currency: asked.currency,
    receipt: asked.receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: asked.notes,
    created_at: nowInSeconds(),
  };
  books.orders.add(order);
  changed();
  return order;
}
