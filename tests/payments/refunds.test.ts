import { expect, test } from 'vitest';
import { refundOrder } from '#domain/billing/payments/request-refund.ts';
import { razorpaySettings } from '#domain/billing/payments/settings.ts';
import { cancelSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { prisma } from '#platform/db.ts';
import { listPeriods, startPaymentStack } from '../harness/payment-stack.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';

const shop = await startPaymentStack();
await stopAfterFile(shop.aWorker());
const { provider } = shop;
// The provider sends no webhooks here. An event would make the product call the provider, and this call would use up
// the fault that is meant for the tested call.
provider.faultSettings.webhooks.set('never');
// The operator's command reads its settings from the environment. In this test the command runs in this process, so its
// settings are changed directly.
Object.assign(razorpaySettings, {
  RAZORPAY_KEY_ID: provider.options.keyId,
  RAZORPAY_KEY_SECRET: provider.options.keySecret,
  RAZORPAY_API_URL: provider.apiUrl,
});

async function aPayer(planName = 'Basic') {
  const customer = await shop.aCustomer();
  const order = await shop.order(customer.user, planName);
  await customer.call.post('/payments/verify', provider.pay(order.orderId));
  return { ...customer, ...order };
}

const planOf = async (call: Awaited<ReturnType<typeof aPayer>>['call']) =>
  (await call.get('/users/profile')).body.data.user.plan.plans[0];

test('a cancelled plan stays active until its end, is not billed again, and cannot be cancelled twice', async () => {
  const { user, call } = await aPayer();
  const reply = await call.post('/subscriptions/cancel', { reason: 'moving on' });
  expect(reply.body.data).toMatchObject({
    plan: 'Basic',
    status: 'pending_cancellation',
    nextBillingDate: null,
    canCancel: false,
  });
  expect(await planOf(call)).toMatchObject({ name: 'Basic', status: 'pending_cancellation' });
  expect((await call.post('/subscriptions/cancel', {})).status).toBe(404);
  await expect(cancelSubscription(user.userId, undefined)).rejects.toThrow('no plan');
});

test('a payment after a cancellation undoes the cancellation', async () => {
  const { user, call } = await aPayer();
  await call.post('/subscriptions/cancel', {});
  const again = await shop.order(user);
  await call.post('/payments/verify', provider.pay(again.orderId));
  const periods = await listPeriods(user.userId);
  expect(periods.map(({ status }) => status)).toEqual(['active', 'active']);
  expect((await planOf(call)).canCancel).toBe(true);
});

test('an unpaid order, or an order of another user, cannot be cancelled or refunded', async () => {
  const { receiptId } = await aPayer();
  const { call } = await shop.aCustomer();
  expect((await call.post('/subscriptions/cancel', {})).status).toBe(404);
  expect((await call.post('/refunds', { reason: 'why not' })).status).toBe(404);
  const foreign = await call.post('/refunds', { reason: 'why not', orderId: receiptId });
  expect(foreign.status).toBe(404);
  expect(await prisma.refund.count({ where: { orderId: receiptId } })).toBe(0);
});

test.each(['', '   ', undefined])('a refund needs a reason, and %j is rejected', async (reason) => {
  const { call } = await aPayer();
  expect((await call.post('/refunds', { reason })).status).toBe(400);
});

test('ten concurrent refund requests create one request', async () => {
  const { call, receiptId } = await aPayer();
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => call.post('/refunds', { reason: 'not delivered' })),
  );
  expect(new Set(replies.map(({ body }) => body.data.refundId)).size).toBe(1);
  expect(await prisma.refund.findMany({ where: { orderId: receiptId } })).toMatchObject([
    { status: 'requested', amountPaise: 19_900, reason: 'not delivered' },
  ]);
  const emailCount = await prisma.email.count({
    where: { kind: 'refund_requested', about: receiptId },
  });
  expect(emailCount).toBe(1);
});

test('refunding an order repeatedly pays the money back only once, and ends the plan', async () => {
  const { user, call, receiptId } = await aPayer('Pro');
  await call.post('/refunds', { reason: 'not delivered' });
  const before = provider.sums().refunded;
  await Promise.all([refundOrder(receiptId), refundOrder(receiptId)]);
  const again = await refundOrder(receiptId);
  expect(again.status).toBe('processed');
  expect(provider.sums().refunded - before).toBe(99_900);
  expect(await listPeriods(user.userId)).toMatchObject([{ status: 'expired' }]);
  expect((await planOf(call)).name).toBe('Free');
  expect(await prisma.refund.findMany({ where: { orderId: receiptId } })).toHaveLength(1);
});

test('a refund in progress is completed by the next attempt', async () => {
  const { receiptId } = await aPayer();
  provider.faultSettings.refunds.set('under-way', 1);
  await expect(refundOrder(receiptId)).rejects.toMatchObject({ kind: 'unavailable' });
  expect((await refundOrder(receiptId)).status).toBe('processed');
  expect(await prisma.refund.findMany({ where: { orderId: receiptId } })).toMatchObject([
    { status: 'processed' },
  ]);
});

test.each([
  ['pending', 'processed', 'Free'],
  ['failed', 'failed', 'Basic'],
] as const)(
  'after a refund that is first %s and then %s, the user has the plan %s',
  async (refundBehaviour, end, plan) => {
    const { user, call, receiptId } = await aPayer();
    const before = await listPeriods(user.userId);
    provider.faultSettings.refunds.set(refundBehaviour, 1);
    expect((await refundOrder(receiptId)).status).toBe('pending');
    await until('it has ended', async () => {
      await prisma.order.update({ where: { id: receiptId }, data: { nextPollAt: new Date() } });
      const [refund] = await prisma.refund.findMany({ where: { orderId: receiptId } });
      return refund?.status === end;
    });
    expect((await planOf(call)).name).toBe(plan);
    if (end === 'failed') expect(await listPeriods(user.userId)).toEqual(before);
  },
);
