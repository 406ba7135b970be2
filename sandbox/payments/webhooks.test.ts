import Razorpay from 'razorpay';
import { expect, test } from 'vitest';
import { sign } from './entities.ts';
import { createOrder } from './operations.ts';
import { startTestProvider } from './test-provider.ts';

const paid = ['payment.authorized', 'payment.captured', 'order.paid'];

test('sends signed webhooks of a payment in order, each with its own id', async () => {
  const { order, pay, receivedEvents, arrivals, options } = await startTestProvider({
    webhookSecret: 'secret',
  });
  const { id } = await order();
  pay(id);
  expect(await receivedEvents()).toEqual(paid);
  expect(new Set(arrivals.map((arrival) => arrival.id)).size).toBe(3);
  for (const { body, headers } of arrivals) {
    const signature = String(headers['x-razorpay-signature']);
    expect(signature).toBe(sign(options.webhookSecret, body));
    expect(Razorpay.validateWebhookSignature(body, signature, 'secret')).toBe(true);
  }
  expect(arrivals.map(({ body }) => JSON.parse(body).contains)).toEqual([
    ['payment'],
    ['payment'],
    ['payment', 'order'],
  ]);
  // Each body has the state of the payment at the time of its event.
  expect(arrivals.map(({ body }) => JSON.parse(body).payload.payment.entity.status)).toEqual([
    'authorized',
    'captured',
    'captured',
  ]);
  expect(JSON.parse(arrivals[2]?.body ?? '')).toMatchObject({
    entity: 'event',
    payload: { order: { entity: { id, status: 'paid', amount_due: 0 } } },
  });
});

test('sends the reason of a failed payment, after which the order can be paid', async () => {
  const { order, pay, fail, receivedEvents, arrivals } = await startTestProvider();
  const { id } = await order();
  fail(id, { method: 'netbanking' });
  pay(id);
  await receivedEvents();
  expect(arrivals.map(({ event }) => event).sort()).toEqual([...paid, 'payment.failed'].sort());
  const failed = arrivals.find(({ event }) => event === 'payment.failed');
  expect(JSON.parse(failed?.body ?? '').payload.payment.entity).toMatchObject({
    status: 'failed',
    captured: false,
    method: 'netbanking',
    error_code: 'BAD_REQUEST_ERROR',
    error_step: 'payment_authorization',
  });
  expect(() => pay(id)).toThrow('already done');
});

test('retries a webhook that got no 2xx response, with the same id, up to the limit', async () => {
  let refusals = 2;
  const { order, fail, receivedEvents, webhooks } = await startTestProvider({
    chooseStatus: () => (refusals-- > 0 ? 500 : 200),
    webhookTries: 3,
  });
  const { id } = await order();
  fail(id);
  expect(await receivedEvents()).toHaveLength(3);
  expect(webhooks.list()).toMatchObject([{ state: 'delivered', tries: 3, answer: '200' }]);
  refusals = 100;
  fail(id);
  expect(await receivedEvents()).toHaveLength(6);
  expect(webhooks.list()[0]).toMatchObject({ state: 'given-up', tries: 3, answer: '500' });
  webhooks.sendTo('http://127.0.0.1:1');
  fail(id);
  await receivedEvents();
  expect(webhooks.list()[0]).toMatchObject({ state: 'given-up', answer: 'no connection' });
});

test('sends webhooks late, twice, out of order or not at all, as configured', async () => {
  const { order, pay, receivedEvents, faultSettings, arrivals, webhooks } =
    await startTestProvider();
  const payOne = async () => {
    arrivals.length = 0;
    pay((await order()).id);
    return receivedEvents();
  };
  faultSettings.webhooks.set('out-of-order', 3);
  expect(await payOne()).toEqual(paid.toReversed());
  faultSettings.webhooks.set('late', 3, 50);
  const began = performance.now();
  expect((await payOne()).sort()).toEqual(paid.toSorted());
  // Timers may fire up to 1 ms early.
  expect(performance.now() - began).toBeGreaterThan(48);
  faultSettings.webhooks.set('twice', 3);
  expect(await payOne()).toEqual(paid.flatMap((event) => [event, event]));
  expect(new Set(arrivals.map(({ id }) => id)).size).toBe(3);
  faultSettings.webhooks.set('never', 2);
  expect(await payOne()).toEqual(['order.paid']);
  expect(webhooks.list().map(({ state }) => state)).toContain('never');
  expect(await payOne()).toEqual(paid);
});

test('sends held webhooks when they are released', async () => {
  const { order, pay, receivedEvents, faultSettings, webhooks } = await startTestProvider();
  faultSettings.webhooks.set('held');
  pay((await order()).id);
  expect(await receivedEvents()).toEqual([]);
  const [, captured] = webhooks.held();
  await webhooks.deliver(captured?.id);
  expect(await receivedEvents()).toEqual(['payment.captured']);
  await webhooks.deliver();
  await webhooks.deliver(captured?.id);
  expect(await receivedEvents()).toEqual([
    'payment.captured',
    'payment.authorized',
    'order.paid',
    'payment.captured',
  ]);
  expect(webhooks.held()).toEqual([]);
});

test('handles 1,000 orders, and adds up the captured amounts', async () => {
  const { context, pay, fail, receivedEvents, sums, ledger } = await startTestProvider();
  for (let i = 0; i < 1_000; i++) {
    const { id } = createOrder(context, { amount: 10_000 + i, currency: 'INR', receipt: `r${i}` });
    if (i % 3 === 0) fail(id);
    if (i % 2 === 0) pay(id);
  }
  expect(await receivedEvents()).toHaveLength(334 + 500 * 3);
  expect(sums()).toMatchObject({ orders: 1_000, paidOrders: 500, captures: 500 });
  expect(sums().captured).toBe(
    ledger.orders.list().reduce((sum, { amount_paid }) => sum + amount_paid, 0),
  );
});
