import type { Order, Payment, Refund } from './entities.ts';
import { createKept, type Kept } from './kept.ts';
import { Refusal } from './refusal.ts';

/** What the provider knows of money. */
export type Books = {
  orders: Kept<Order>;
  payments: Kept<Payment>;
  refunds: Kept<Refund>;
  /** Refunds by the key that makes them safe to repeat, with the request that was made under it. */
  refundsByKey: Map<string, { request: string; refund: Refund }>;
  paymentsOf(orderId: string): Payment[];
  refundsOf(paymentId: string): Refund[];
};

const most = 20_000;

export function createBooks(): Books {
  const payments = createKept<Payment>(most);
  const refunds = createKept<Refund>(most);
  return {
    orders: createKept<Order>(most),
    payments,
    refunds,
    refundsByKey: new Map(),
    paymentsOf: (orderId) => payments.list().filter(({ order_id }) => order_id === orderId),
    refundsOf: (paymentId) => refunds.list().filter(({ payment_id }) => payment_id === paymentId),
  };
}

/**
 * One entity by its id.
 *
 * @throws Refusal in Razorpay's words if there is none
 */
export function find<Entity>(kept: Kept<Entity>, id: string): Entity {
  const entity = kept.get(id);
  if (!entity) throw new Refusal('The id provided does not exist');
  return entity;
}
