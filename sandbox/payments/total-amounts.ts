import type { Ledger } from './ledger.ts';

/** Totals in paise, for tests to compare with the product's ledger. */
export function totalAmounts({ orders, payments, refunds }: Ledger) {
  const all = orders.list();
  const captured = payments.list().filter((payment) => payment.captured);
  // A pending refund is already deducted.
  const given = refunds.list().filter(({ status }) => status !== 'failed');
  const capturedPaise = total(captured);
  const refundedPaise = total(given);
  return {
    orders: all.length,
    paidOrders: all.filter(({ status }) => status === 'paid').length,
    payments: payments.list().length,
    captures: captured.length,
    captured: capturedPaise,
    refunds: given.length,
    refunded: refundedPaise,
    net: capturedPaise - refundedPaise,
  };
}

const total = (entities: { amount: number }[]) =>
  entities.reduce((sum, { amount }) => sum + amount, 0);
