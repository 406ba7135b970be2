import { RecentMap } from '../state.ts';
import { type Order, type Payment, ProviderError, type Refund } from './entities.ts';

/** The provider's stored entities. */
export type Ledger = ReturnType<typeof createLedger>;

/** At least this many of the newest orders are kept, and as many of the newest payments and of the newest refunds. */
const maxStored = 20_000;

export function createLedger() {
  const orders = new RecentMap<string, Order>(maxStored);
  const payments = new RecentMap<string, Payment>(maxStored);
  const refunds = new RecentMap<string, Refund>(maxStored);
  return {
    orders,
    payments,
    refunds,
    /** Refunds by idempotency key, with their requests. */
    refundsByKey: new Map<string, { request: string; refund: Refund }>(),
    /** Returns the payments of an order, newest first. */
    paymentsOf: (orderId: string) => payments.list().filter((one) => one.order_id === orderId),
    /** Returns the refunds of a payment, newest first. */
    refundsOf: (paymentId: string) => refunds.list().filter((one) => one.payment_id === paymentId),
  };
}

/**
 * Finds an entity by id.
 *
 * @throws ProviderError with Razorpay's error if it does not exist
 */
export function find<Entity>(stored: RecentMap<string, Entity>, id: string): Entity {
  const entity = stored.get(id);
  if (!entity) throw new ProviderError('The id provided does not exist');
  return entity;
}

/** Totals in paise, for tests to compare with the product's ledger. */
export function totalAmounts({ orders, payments, refunds }: Ledger) {
  const all = orders.list();
  const captures = payments.list().filter((payment) => payment.captured);
  // Includes pending refunds.
  const given = refunds.list().filter(({ status }) => status !== 'failed');
  const captured = total(captures);
  const refunded = total(given);
  return {
    orders: all.length,
    paidOrders: all.filter(({ status }) => status === 'paid').length,
    captures: captures.length,
    captured,
    refunds: given.length,
    refunded,
    net: captured - refunded,
  };
}

const total = (entities: { amount: number }[]) =>
  entities.reduce((sum, { amount }) => sum + amount, 0);
