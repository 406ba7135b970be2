import { type BoundedMap, createBoundedMap } from './bounded-map.ts';
import type { Order, Payment, Refund } from './entities.ts';
import { ProviderError } from './provider-error.ts';

/** The provider's stored entities. */
export type Ledger = {
  orders: BoundedMap<Order>;
  payments: BoundedMap<Payment>;
  refunds: BoundedMap<Refund>;
  /** Refunds by idempotency key, with their requests. */
  refundsByKey: Map<string, { request: string; refund: Refund }>;
  paymentsOf(orderId: string): Payment[];
  refundsOf(paymentId: string): Refund[];
};

const most = 20_000;

export function createLedger(): Ledger {
  const payments = createBoundedMap<Payment>(most);
  const refunds = createBoundedMap<Refund>(most);
  return {
    orders: createBoundedMap<Order>(most),
    payments,
    refunds,
    refundsByKey: new Map(),
    paymentsOf: (orderId) => payments.list().filter(({ order_id }) => order_id === orderId),
    refundsOf: (paymentId) => refunds.list().filter(({ payment_id }) => payment_id === paymentId),
  };
}

/**
 * Finds an entity by id.
 *
 * @throws ProviderError with Razorpay's error if it does not exist
 */
export function find<Entity>(kept: BoundedMap<Entity>, id: string): Entity {
  const entity = kept.get(id);
  if (!entity) throw new ProviderError('The id provided does not exist');
  return entity;
}
