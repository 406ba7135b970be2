import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { findPlanByName, listPeriods, startPaymentStack } from '../harness/payment-stack.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';

const shop = await startPaymentStack({ RAZORPAY_WEBHOOK_SECRET: 'newer, sandbox' });
await stopAfterFile(shop.aWorker());
const { provider } = shop;
provider.faultSettings.webhooks.set('never');

/** The anomalies recorded since the last call. */
let seen = 0;
async function faults() {
  const all = await prisma.paymentAnomaly.findMany({ orderBy: { id: 'asc' } });
  const kinds = all.slice(seen).map(({ kind }) => kind);
  seen = all.length;
  return kinds;
}

function paymentOf({ razorpay_payment_id: id }: { razorpay_payment_id: string }) {
  const payment = provider.ledger.payments.get(id);
  if (!payment) throw new Error(`There is no payment ${id}.`);
  return payment;
}

async function ordered(planName = 'Basic') {
  const customer = await shop.aCustomer();
  return { ...customer, ...(await shop.order(customer.user, planName)) };
}

test.each([
  ['a smaller amount', { amount: 1 }],
  ['a larger amount', { amount: 9_999 }],
  ['half a paisa', { amount: 199.005 }],
])('sending %s from the browser is rejected and recorded', async (_, change) => {
  const { user, call } = await shop.aCustomer();
  const plan = await findPlanByName('Basic');
  const reply = await call.post('/payments', {
    currency: 'INR',
    planId: plan.id,
    ...change,
  });
  expect(reply).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_parameter', param: 'amount' } },
  });
  expect(await prisma.order.count({ where: { userId: user.userId } })).toBe(0);
  expect(await faults()).toEqual(['amount_changed']);
});

test.each([
  ['another currency', { currency: 'USD' }, 400, 'invalid_parameter'],
  ['no amount', { amount: undefined }, 400, 'invalid_parameter'],
  ['an amount in words', { amount: '199' }, 400, 'invalid_parameter'],
  ['a plan that does not exist', { planId: 'pln_nowhere' }, 404, 'not_found'],
])('%s is refused', async (_, change, status, code) => {
  const { call } = await shop.aCustomer();
  const plan = await findPlanByName('Basic');
  const reply = await call.post('/payments', {
    amount: 199,
    currency: 'INR',
    planId: plan.id,
    ...change,
  });
  expect(reply).toMatchObject({ status, body: { error: { code } } });
});

test('Free, Enterprise and a plan that is no longer offered cannot be paid for', async () => {
  const { call } = await shop.aCustomer();
  const replies = [];
  for (const name of ['Free', 'Enterprise']) {
    const { id } = await findPlanByName(name);
    replies.push(await call.post('/payments', { amount: 1, planId: id }));
  }
  const { id } = await findPlanByName('Basic');
  await prisma.plan.update({ where: { id }, data: { isListed: false } });
  replies.push(await call.post('/payments', { amount: 199, planId: id }));
  await prisma.plan.update({ where: { id }, data: { isListed: true } });
  expect(replies.map(({ status }) => status)).toEqual([404, 400, 404]);
  expect(await faults()).toEqual(['plan_not_offered', 'plan_not_offered']);
});

test('the active plan cannot be ordered again before its last week', async () => {
  const { user, call, orderId } = await ordered();
  await call.post('/payments/verify', provider.pay(orderId));
  await expect(shop.order(user)).rejects.toThrow('already_active');
  const soon = new Date(Date.now() + 6 * 24 * 3_600_000);
  await prisma.subscription.updateMany({
    where: { userId: user.userId },
    data: { expiresAt: soon },
  });
  const again = await shop.order(user);
  await call.post('/payments/verify', provider.pay(again.orderId));
  const [first, second] = await listPeriods(user.userId);
  expect(second?.startedAt).toEqual(first?.expiresAt);
});

test("another user's order is not found, and the attempt is recorded", async () => {
  const { orderId, receiptId } = await ordered();
  const answer = provider.pay(orderId);
  const thief = await shop.aCustomer();
  const reply = await thief.call.post('/payments/verify', answer);
  expect(reply).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  expect(await listPeriods(thief.user.userId)).toHaveLength(0);
  expect(await faults()).toEqual(['foreign_order']);
  expect(await shop.statusOf(receiptId)).toBe('pending');
});

test('a forged, empty, truncated or replayed signature is rejected and recorded', async () => {
  const paid = await ordered();
  const good = provider.pay(paid.orderId);
  const { call, user, orderId } = await ordered();
  const own = provider.pay(orderId);
  const bad = [
    { ...own, razorpay_signature: createHmac('sha256', 'guess').update('x').digest('hex') },
    { ...own, razorpay_signature: own.razorpay_signature.slice(1) },
    // The next result has the signature of another customer's payment. The one after it is that customer's whole
    // result, but with the attacker's order.
    { ...own, razorpay_signature: good.razorpay_signature },
    { ...good, razorpay_order_id: orderId },
    { ...own, razorpay_payment_id: orderId, razorpay_order_id: orderId },
  ];
  for (const answer of bad) {
    const reply = await call.post('/payments/verify', answer);
    expect(reply).toMatchObject({ status: 422, body: { error: { code: 'signature_mismatch' } } });
  }
  const empty = await call.post('/payments/verify', { ...own, razorpay_signature: '' });
  expect(empty.status).toBe(400);
  expect(await listPeriods(user.userId)).toHaveLength(0);
  // One anomaly is recorded per payment, even if several calls name the same payment.
  const paymentIds = new Set(bad.map(({ razorpay_payment_id: id }) => id));
  expect(await faults()).toEqual([...paymentIds].map(() => 'signature_mismatch'));
});

test.each(['wrong-amount', 'wrong-currency'] as const)(
  'a correctly signed payment (%s) activates no plan and is recorded as an anomaly',
  async (as) => {
    const { call, user, orderId, receiptId } = await ordered();
    const reply = await call.post('/payments/verify', provider.pay(orderId, { as }));
    expect([reply.status, reply.body.status]).toEqual([402, 'error']);
    expect(reply.body.error.code).toBe('payment_failed');
    expect(await shop.statusOf(receiptId)).not.toBe('completed');
    expect(await listPeriods(user.userId)).toHaveLength(0);
    expect(await faults()).toEqual(['payment_mismatch']);
  },
);

test.each(['fee-on-top', 'with-offer'] as const)(
  'a payment of another amount (%s) completes its order, because the provider reports the order as paid',
  async (as) => {
    const { call, user, orderId, receiptId } = await ordered();
    const reply = await call.post('/payments/verify', provider.pay(orderId, { as }));
    expect([reply.status, reply.body.data?.status]).toEqual([200, 'success']);
    expect(await shop.statusOf(receiptId)).toBe('completed');
    expect(await listPeriods(user.userId)).toHaveLength(1);
    expect(await faults()).toEqual([]);
  },
);

test.each([
  ['whose fee is not known yet', 'fee-on-top', { fee: null, tax: null }],
  ['whose fee is told without its tax', 'fee-on-top', { fee: 4 }],
  ['with an offer that only its order names', 'with-offer', { offer_id: null }],
] as const)(
  'a payment %s completes its order, because the provider reports the order as paid',
  async (_, as, told) => {
    const { call, orderId, receiptId } = await ordered();
    const answer = provider.pay(orderId, { as });
    Object.assign(paymentOf(answer), told);
    const reply = await call.post('/payments/verify', answer);
    expect([reply.status, reply.body.data?.status]).toEqual([200, 'success']);
    expect(await shop.statusOf(receiptId)).toBe('completed');
    expect(await faults()).toEqual([]);
  },
);

test.each([
  ['larger, as the customer pays the fee', { amount: 20_370 }, 'success'],
  ['smaller, with an offer', { amount: 17_910, offer_id: 'offer_1' }, 'success'],
  ['smaller, without an offer', { amount: 17_910 }, 'error'],
])('an authorized payment that is %s (%j) gets the response %s', async (_, told, status) => {
  const { call, orderId } = await ordered();
  const answer = provider.pay(orderId, { as: 'authorized' });
  Object.assign(paymentOf(answer), told);
  const reply = await call.post('/payments/verify', answer);
  expect(reply.body.data?.status ?? reply.body.status).toBe(status);
  expect(paymentOf(answer).captured).toBe(status === 'success');
  expect(await faults()).toEqual(status === 'success' ? [] : ['payment_mismatch']);
});

test.each([
  ['no amount', { amount: null }],
  ['a date in words', { created_at: '2026-11-28' }],
  ['an unknown kind of reason', { error_description: { a: 1 } }],
])(
  'a payment attempt that the provider reports with %s is recorded as an anomaly, and a later payment completes the order',
  async (_, told) => {
    const { user, orderId, receiptId } = await ordered();
    Object.assign(provider.fail(orderId), told);
    provider.pay(orderId);
    await shop.askNow();
    await shop.completed(receiptId);
    expect(await listPeriods(user.userId)).toHaveLength(1);
    expect(await faults()).toEqual(['payment_unreadable']);
  },
);

test('an attempt with an unknown status does not prevent a paid attempt from completing the order', async () => {
  const { user, orderId, receiptId } = await ordered();
  Object.assign(provider.fail(orderId), { status: 'pending' });
  provider.pay(orderId);
  await shop.askNow();
  await shop.completed(receiptId);
  expect(await listPeriods(user.userId)).toHaveLength(1);
  expect(await faults()).toEqual([]);
});

const webhook = (body: string, headers: Record<string, string>) =>
  fetch(`${shop.web.url}/api/v1/payments/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

const signed = (body: string, secret = 'sandbox', id = `evt_${Math.random()}`) => ({
  'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
  'x-razorpay-event-id': id,
});

const paidEvent = (orderId: string) =>
  JSON.stringify({
    event: 'order.paid',
    payload: { order: { entity: { id: orderId, status: 'paid' } } },
  });

test('a webhook with a wrong signature is rejected and recorded, and a signature with either of the two secrets is accepted', async () => {
  const { orderId } = await ordered();
  const body = paidEvent(orderId);
  for (const headers of [{}, signed(body, 'guess'), signed(`${body} `)]) {
    const reply = await webhook(body, headers as Record<string, string>);
    expect(reply.status).toBe(422);
  }
  expect(await faults()).toEqual(Array(3).fill('webhook_signature_mismatch'));
  for (const secret of ['newer', 'sandbox']) {
    expect((await webhook(body, signed(body, secret))).status).toBe(200);
  }
});

test('a signed event about a payment that the provider does not know activates no plan', async () => {
  const { orderId, receiptId, user } = await ordered();
  const body = paidEvent(orderId);
  expect((await webhook(body, signed(body))).status).toBe(200);
  await until('it was asked', async () => {
    const order = await prisma.order.findUniqueOrThrow({ where: { id: receiptId } });
    return order.asks > 0;
  });
  expect(await shop.statusOf(receiptId)).toBe('pending');
  expect(await listPeriods(user.userId)).toHaveLength(0);
});

test('unknown events and events of unknown orders are stored without effect', async () => {
  for (const body of [
    JSON.stringify({ event: 'subscription.charged', payload: { subscription: {} } }),
    JSON.stringify({ event: 'payment.captured', payload: 'nonsense' }),
    paidEvent('order_of_somebody_else'),
  ]) {
    const headers = signed(body);
    expect((await webhook(body, headers)).status).toBe(200);
    const id = headers['x-razorpay-event-id'];
    expect(await prisma.paymentEvent.count({ where: { id } })).toBe(1);
  }
  expect(await faults()).toEqual([]);
});

test('events without an id are distinguished by their content', async () => {
  for (const order of ['order_nameless_1', 'order_nameless_2', 'order_nameless_2']) {
    const body = paidEvent(order);
    const { 'x-razorpay-signature': signature } = signed(body);
    expect((await webhook(body, { 'x-razorpay-signature': signature })).status).toBe(200);
    const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': 'e'.repeat(9_000) };
    expect((await webhook(body, headers)).status).toBe(200);
  }
  const where = { providerOrderId: { startsWith: 'order_nameless' } };
  expect(await prisma.paymentEvent.count({ where })).toBe(2);
});

test('a webhook that is delivered ten times in parallel is processed only once', async () => {
  const body = paidEvent('order_ten_times');
  const headers = signed(body, 'sandbox', 'evt_ten_times');
  const replies = await Promise.all(Array.from({ length: 10 }, () => webhook(body, headers)));
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await prisma.paymentEvent.count({ where: { id: 'evt_ten_times' } })).toBe(1);
});

test.each([
  ['a megabyte', `{"event":"${'x'.repeat(1024 * 1024)}"}`, 413],
  ['markup', '<event/>', 400],
  ['nothing', '', 400],
  ['an array', '[]', 400],
])('a webhook whose body is %s is rejected', async (_, body, status) => {
  expect((await webhook(body, signed(body))).status).toBe(status);
});

test('orders, verification, renewal, cancellation and refunds need a signed-in session', async () => {
  for (const path of [
    'payments',
    'payments/verify',
    'subscriptions/renew',
    'subscriptions/cancel',
    'refunds',
  ]) {
    const reply = await fetch(`${shop.web.url}/api/v1/${path}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.status).toBe(401);
  }
});
