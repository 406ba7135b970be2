import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { logger } from '#platform/logger.ts';
import type { Order, Payment, Refund } from './entities.ts';
import { settleRefund } from './operations.ts';
import type { Payments } from './provider.ts';

type Stored = {
  orders: Order[];
  payments: Payment[];
  refunds: Refund[];
  refundsByKey: [key: string, { request: string; refund: Refund }][];
};

/**
 * Stores a provider's orders in a file, so that they survive a restart, as the merchant's orders do. The file is
 * written at most once per event-loop iteration.
 */
export function storeLedger({ context, subscribe }: Payments, file: string): void {
  const { ledger, timers, options } = context;
  if (existsSync(file)) {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Stored;
    for (const order of stored.orders) ledger.orders.set(order.id, order);
    for (const payment of stored.payments) ledger.payments.set(payment.id, payment);
    for (const refund of stored.refunds) ledger.refunds.set(refund.id, refund);
    for (const [key, { request, refund }] of stored.refundsByKey) {
      // The refund must be the same object as in the list of refunds, because this object changes when the refund is
      // settled.
      ledger.refundsByKey.set(key, { request, refund: ledger.refunds.get(refund.id) ?? refund });
    }
  }
  // The timers of pending refunds were lost with the previous process.
  for (const refund of ledger.refunds.list().filter(({ status }) => status === 'pending')) {
    const payment = ledger.payments.get(refund.payment_id);
    const settle = () => payment && settleRefund(context, refund, payment, true);
    timers.later(options.refundAfterMs, settle);
  }

  let isWaiting = false;
  subscribe(() => {
    if (isWaiting) return;
    isWaiting = true;
    setImmediate(() => {
      isWaiting = false;
      write();
    });
  });

  function write(): void {
    const stored: Stored = {
      // The entities are sorted oldest first, because they are added in this order when the file is loaded.
      orders: ledger.orders.list().reverse(),
      payments: ledger.payments.list().reverse(),
      refunds: ledger.refunds.list().reverse(),
      refundsByKey: [...ledger.refundsByKey],
    };
    try {
      writeFileSync(`${file}.new`, JSON.stringify(stored));
      renameSync(`${file}.new`, file);
    } catch (error) {
      logger.error({ error, file }, 'the sandbox could not store its orders');
    }
  }
}
