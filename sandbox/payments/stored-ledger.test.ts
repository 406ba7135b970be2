import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOrder, refundPayment } from './operations.ts';
import { createPayments } from './provider.ts';
import { storeLedger } from './stored-ledger.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dakiya-ledger-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A provider that keeps its orders in the folder's file. */
function start() {
  const payments = createPayments({ refundAfterMs: 1 });
  storeLedger(payments, join(folder, 'payments.json'));
  return payments;
}

const written = () => new Promise((resolve) => setImmediate(resolve));

test('accepts the payment of an open order after a restart, and keeps paid orders', async () => {
  const before = start();
  const [open, paid] = ['r1', 'r2'].map((receipt) =>
    createOrder(before.context, { amount: 19_900, currency: 'INR', receipt }),
  );
  const { razorpay_payment_id: paymentId } = before.pay(paid?.id ?? '');
  await written();
  const after = start();
  expect(after.ledger.orders.list()).toEqual(before.ledger.orders.list());
  expect(after.ledger.payments.get(paymentId)?.status).toBe('captured');
  after.pay(open?.id ?? '');
  expect(after.ledger.orders.get(open?.id ?? '')?.status).toBe('paid');
});

test('after a restart, settles a refund that was pending, and still recognises its idempotency key', async () => {
  const before = start();
  const order = createOrder(before.context, { amount: 19_900, currency: 'INR', receipt: 'r1' });
  const { razorpay_payment_id: paymentId } = before.pay(order.id);
  before.faultSettings.refunds.set('pending', 1);
  const refund = refundPayment(before.context, paymentId, {}, 'rfd_0000000001');
  before.close();
  await written();
  const after = start();
  const again = refundPayment(after.context, paymentId, {}, 'rfd_0000000001');
  expect(again.id).toBe(refund.id);
  await expect.poll(() => again.status).toBe('processed');
});
