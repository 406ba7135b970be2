import { expect, test } from 'vitest';
import { prisma, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { listPeriods, startPaymentStack } from '../harness/payment-stack.ts';
import { runCommand } from '../harness/programs.ts';
import { aUser } from '../support/account.ts';

const shop = await startPaymentStack();

/** Runs the command `npm run refund` with an address at which no provider listens. */
const refund = async (...args: string[]) => run(args, `http://127.0.0.1:${await freePort()}`);

const run = (args: string[], providerUrl: string) =>
  runCommand('refund', args, {
    RAZORPAY_KEY_ID: shop.provider.options.keyId,
    RAZORPAY_KEY_SECRET: shop.provider.options.keySecret,
    RAZORPAY_API_URL: providerUrl,
  });

const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });

async function aPaidOrder() {
  const { userId, email } = await aUser();
  const id = newId('ord');
  const names = { id, providerOrderId: `order_${id}`, paymentId: `pay_${id}` };
  const now = new Date();
  const paid = { status: 'completed', createdAt: now, paidAt: now } as const;
  const of = { userId, planId: plan.id, amountPaise: plan.pricePaise };
  await prisma.order.create({ data: { ...names, ...of, ...paid } });
  return { ...names, email };
}

const refundsOf = (orderId: string) => prisma.refund.findMany({ where: { orderId } });

test('with wrong arguments the command prints its usage and changes nothing', async () => {
  const { how, text } = await refund('--all', 'ord_1');
  expect([how, text]).toEqual([
    'exit code 2',
    expect.stringContaining('npm run refund -- <order>'),
  ]);
});

test('the command names an unknown or unpaid order', async () => {
  const { id, ...order } = await aPaidOrder();
  const unpaid = { status: 'pending', paidAt: null, paymentId: null } as const;
  await prisma.order.update({ where: { id }, data: unpaid });
  expect(await refund('ord_1')).toEqual({
    how: 'exit code 1',
    text: 'There is no order or payment ord_1.',
  });
  const { how, text } = await refund(order.providerOrderId);
  expect([how, text]).toEqual(['exit code 1', expect.stringContaining(`no paid order ${id}`)]);
});

test('the command rejects the refund of a payment that completed no order', async () => {
  const { id } = await aPaidOrder();
  const second = { id: 'pay_second', orderId: id, status: 'captured', currency: 'INR' } as const;
  await prisma.payment.create({ data: { ...second, amountPaise: 99_900, createdAt: new Date() } });
  const { how, text } = await refund('pay_second');
  expect([how, text]).toEqual([
    'exit code 1',
    expect.stringContaining(`did not complete the order ${id}`),
  ]);
  expect(await refundsOf(id)).toEqual([]);
});

test('while the provider is unavailable the command says so, and the next run of the command makes the refund', async () => {
  const { id, email, paymentId } = await aPaidOrder();
  const { how, text } = await refund(paymentId);
  expect(how).toBe('exit code 3');
  expect(text).toContain(`Order ${id} of ${email}: ₹999 for the plan Pro`);
  expect(text).toContain('Run the command again: the refund is made at most once.');
  expect(await refundsOf(id)).toMatchObject([{ status: 'pending' }]);
});

test('the command declines a refund request only once', async () => {
  const { id } = await aPaidOrder();
  const request = { id: newId('rfd'), orderId: id, amountPaise: 99_900, reason: 'Too slow' };
  await prisma.refund.create({ data: { ...request, createdAt: new Date() } });
  expect((await refund('--decline', id, '--reason', 'Used for a month')).how).toBe('exit code 0');
  expect(await refundsOf(id)).toMatchObject([{ status: 'declined', settledAt: expect.any(Date) }]);
  expect((await refund('--decline', id)).how).toBe('exit code 1');
  const declined = await query<{ reason: string }>(
    'reasons-of-declines',
    `SELECT convert_from(details, 'UTF8')::jsonb ->> 'reason' AS reason FROM audit.events WHERE action = 'refund.decline'`,
    [],
  );
  expect(declined).toEqual([{ reason: 'Used for a month' }]);
});

test('running the command repeatedly refunds an order only once, and ends the order’s plan', async () => {
  const { user, call } = await shop.aCustomer();
  const { orderId, receiptId } = await shop.order(user);
  await call.post('/payments/verify', shop.provider.pay(orderId));
  for (const name of [orderId, receiptId]) {
    const { how, text } = await run([name], shop.provider.apiUrl);
    expect([how, text]).toEqual([
      'exit code 0',
      expect.stringMatching(/refund rfnd_\w+\. The plan/),
    ]);
  }
  expect(await listPeriods(user.userId)).toMatchObject([{ status: 'expired' }]);
  expect(await refundsOf(receiptId)).toHaveLength(1);
});
