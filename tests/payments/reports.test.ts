import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { listPeriods, startPaymentStack } from '../harness/payment-stack.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';

const shop = await startPaymentStack();
await stopAfterFile(shop.aWorker());
const { provider } = shop;

/** The provider sends no webhooks, so that only the test reports payments. */
const withoutWebhooks = () => provider.faultSettings.webhooks.set('never');

test('a payment reported by the browser activates the plan with its limits at once', async () => {
  withoutWebhooks();
  const { user, call } = await shop.aCustomer();
  const { orderId, receiptId, amount } = await shop.order(user, 'Pro');
  expect(amount).toBe(99_900);
  const verified = await call.post('/payments/verify', provider.pay(orderId));
  expect(verified).toMatchObject({
    status: 200,
    body: { data: { status: 'success', orderId: receiptId } },
  });
  const { data } = (await call.get('/users/profile')).body;
  expect(data.user.monthlyMessageLimit).toBe(10_000);
  expect(data.user.plan.plans[0]).toMatchObject({ name: 'Pro', status: 'active', canCancel: true });
});

test('if the tab is closed, the webhook activates the plan', async () => {
  provider.faultSettings.webhooks.set('normal');
  const { user } = await shop.aCustomer();
  const { orderId, receiptId } = await shop.order(user);
  provider.pay(orderId);
  await shop.completed(receiptId);
  expect(await listPeriods(user.userId)).toMatchObject([{ status: 'active', orderId: receiptId }]);
});

test('if the tab is closed and no webhook arrives, the reconciler activates the plan', async () => {
  withoutWebhooks();
  const { user } = await shop.aCustomer();
  const { orderId, receiptId } = await shop.order(user);
  provider.pay(orderId);
  await shop.askNow();
  await shop.completed(receiptId);
  expect(await listPeriods(user.userId)).toHaveLength(1);
});

test('a declined attempt and a second, paid attempt belong to one order and give one plan', async () => {
  provider.faultSettings.webhooks.set('normal');
  const { user, call } = await shop.aCustomer();
  const { orderId, receiptId } = await shop.order(user);
  provider.fail(orderId);
  await until(
    'it is known that it was declined',
    async () => (await prisma.payment.count({ where: { orderId: receiptId } })) > 0,
  );
  expect(await shop.statusOf(receiptId)).toBe('pending');
  expect(await listPeriods(user.userId)).toHaveLength(0);
  await call.post('/payments/verify', provider.pay(orderId));
  expect(await shop.statusOf(receiptId)).toBe('completed');
  expect(await listPeriods(user.userId)).toHaveLength(1);
  const tries = await prisma.payment.findMany({ where: { orderId: receiptId } });
  expect(tries.map(({ status }) => status).sort()).toEqual(['captured', 'failed']);
});

test('an authorized payment is captured', async () => {
  withoutWebhooks();
  const { user, call } = await shop.aCustomer();
  const { orderId } = await shop.order(user);
  const answer = provider.pay(orderId, { as: 'authorized' });
  expect((await call.post('/payments/verify', answer)).body.data.status).toBe('success');
  expect(provider.ledger.payments.get(answer.razorpay_payment_id)?.status).toBe('captured');
});

test('a payment activates the plan of an account with a pending deletion, but not of an account that is being deleted', async () => {
  provider.faultSettings.webhooks.set('normal');
  const [pending, begun, authorized] = [
    await shop.aCustomer(),
    await shop.aCustomer(),
    await shop.aCustomer(),
  ];
  const delay = { requestedAt: new Date(), dueAt: new Date(Date.now() + 86_400_000) };
  const orders = await Promise.all(
    [pending, begun, authorized].map(({ user }) => shop.order(user)),
  );
  const [ofPending, ofBegun, ofAuthorized] = orders;
  if (!ofPending || !ofBegun || !ofAuthorized) throw new Error('three orders');
  await prisma.accountDeletion.createMany({
    data: [
      { userId: pending.user.userId, ...delay },
      { userId: begun.user.userId, ...delay, startedAt: new Date() },
      { userId: authorized.user.userId, ...delay, startedAt: new Date() },
    ],
  });
  provider.pay(ofPending.orderId);
  await shop.completed(ofPending.receiptId);
  expect(await listPeriods(pending.user.userId)).toHaveLength(1);

  provider.pay(ofBegun.orderId);
  const held = provider.pay(ofAuthorized.orderId, { as: 'authorized' });
  for (const { receiptId: orderId } of [ofBegun, ofAuthorized]) {
    const kind = 'account_deleted';
    await until('it is noted', () => prisma.paymentAnomaly.findFirst({ where: { orderId, kind } }));
    expect(await shop.statusOf(orderId)).not.toBe('completed');
  }
  expect(await listPeriods(begun.user.userId)).toEqual([]);
  // The payment stays uncaptured, and the provider later refunds an uncaptured payment automatically.
  expect(provider.ledger.payments.get(held.razorpay_payment_id)?.status).toBe('authorized');
  // The reconciler must no longer poll these orders.
  await prisma.order.deleteMany({
    where: { id: { in: [ofBegun.receiptId, ofAuthorized.receiptId] } },
  });
  await shop.quiet();
});

test('two concurrent reports from each of browser, webhook and reconciler give one period', async () => {
  provider.faultSettings.webhooks.set('twice');
  const { user, call } = await shop.aCustomer();
  const { orderId, receiptId } = await shop.order(user);
  const answer = provider.pay(orderId);
  const replies = await Promise.all([
    call.post('/payments/verify', answer),
    shop.askNow(),
    call.post('/payments/verify', answer),
    shop.askNow(),
  ]);
  await provider.webhooks.settled();
  expect([replies[0], replies[2]].map(({ body }) => body.data.status)).toEqual([
    'success',
    'success',
  ]);
  await shop.completed(receiptId);
  expect(await listPeriods(user.userId)).toHaveLength(1);
});

test.each(['error', 'not-json', 'dropped', 'answer-lost'] as const)(
  'while the provider fails (%s) no plan is activated, and no payment is lost',
  async (behaviour) => {
    withoutWebhooks();
    const { user, call } = await shop.aCustomer();
    const { orderId, receiptId } = await shop.order(user);
    const answer = provider.pay(orderId);
    await shop.quiet();
    provider.faultSettings.api.set(behaviour, 1);
    const verified = await call.post('/payments/verify', answer);
    expect([verified.status, verified.body.status]).toEqual([202, 'pending']);
    expect(verified.body.data).toEqual({ status: 'pending', orderId: receiptId });
    expect(await listPeriods(user.userId)).toHaveLength(0);
    await shop.askNow();
    await shop.completed(receiptId);
    expect(await listPeriods(user.userId)).toHaveLength(1);
  },
);

test.each(['error', 'dropped', 'answer-lost'] as const)(
  'an order request that the provider did not answer (%s) is repeated, and creates one order',
  async (behaviour) => {
    const { user, call } = await shop.aCustomer();
    const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Basic' } });
    const input = { amount: 199, currency: 'INR', planId: plan.id };
    await shop.quiet();
    provider.faultSettings.api.set(behaviour, 1);
    const failed = await call.post('/payments', input);
    expect(failed).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    const before = provider.sums().orders;
    const { receiptId } = (await call.post('/payments', input)).body.data;
    expect(provider.sums().orders - before).toBeLessThanOrEqual(1);
    expect(await prisma.order.findMany({ where: { userId: user.userId } })).toMatchObject([
      { id: receiptId, status: 'pending' },
    ]);
  },
);

test('two concurrent clicks on Pay Now create one order', async () => {
  const { user } = await shop.aCustomer();
  const orders = await Promise.all([1, 2, 3].map(() => shop.order(user)));
  expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(1);
});

test('a plan is renewed only by a paid order for the same plan, and a paid order can be used only once', async () => {
  withoutWebhooks();
  const { user, call } = await shop.aCustomer();
  const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Basic' } });
  const renew = () => call.post('/subscriptions/renew', { plan: { _id: plan.id, name: 'Basic' } });
  expect((await renew()).body.error.code).toBe('payment_required');
  const { orderId } = await shop.order(user);
  await call.post('/payments/verify', provider.pay(orderId));
  const pro = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });
  const other = await call.post('/subscriptions/renew', { plan: pro.id });
  expect(other.body.error.code).toBe('payment_required');
  expect((await renew()).body.data).toMatchObject({ plan: 'Basic', status: 'active' });
  expect((await renew()).status).toBe(402);
  expect(await listPeriods(user.userId)).toHaveLength(1);
});

test('a payment after a declined attempt is shown as pending while the provider is unavailable, and never as failed', async () => {
  withoutWebhooks();
  const { user, call } = await shop.aCustomer();
  const { orderId, receiptId } = await shop.order(user);
  provider.fail(orderId);
  await shop.askNow();
  await until(
    'it is known that it was declined',
    async () => (await prisma.payment.count({ where: { orderId: receiptId } })) > 0,
  );
  const answer = provider.pay(orderId);
  provider.faultSettings.api.set('error', 1);
  await call.post('/payments/verify', answer);
  expect(['pending', 'completed']).toContain(await shop.statusOf(receiptId));
  await shop.completed(receiptId);
});

test('a second payment of one order adds no period, and is recorded as an anomaly', async () => {
  withoutWebhooks();
  const { user } = await shop.aCustomer();
  const { orderId, receiptId } = await shop.order(user);
  const second = provider.pay(orderId, { as: 'authorized' }).razorpay_payment_id;
  provider.pay(orderId);
  await shop.askNow();
  await shop.completed(receiptId);
  expect(provider.ledger.payments.get(second)?.status).toBe('authorized');

  // The provider captures the payment later, automatically or manually, and reports it twice.
  Object.assign(provider.ledger.payments.get(second) ?? {}, { status: 'captured', captured: true });
  const again = () =>
    prisma.order.update({ where: { id: receiptId }, data: { nextPollAt: new Date() } });
  const known = () => prisma.paymentAnomaly.findMany({ where: { orderId: receiptId } });
  await again();
  await until('it is noticed', async () => (await known()).length > 0);
  await again();
  await until('it was asked again', async () => {
    const order = await prisma.order.findUniqueOrThrow({ where: { id: receiptId } });
    return order.nextPollAt === null;
  });
  expect(await known()).toMatchObject([{ kind: 'paid_twice' }]);
  expect(await listPeriods(user.userId)).toHaveLength(1);
});
