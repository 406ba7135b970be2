import { expect, test } from 'vitest';
import { startTestProvider } from './test-provider.ts';

test('creates, finds and fetches an order and its payment through the SDK', async () => {
  const { sdk, pay } = await startTestProvider();
  const notes = { plan: 'Basic' };
  const order = await sdk.orders.create({ amount: 19_900, currency: 'INR', receipt: 'r1', notes });
  expect(order).toMatchObject({
    entity: 'order',
    amount: 19_900,
    amount_paid: 0,
    amount_due: 19_900,
    status: 'created',
    attempts: 0,
    receipt: 'r1',
    notes,
  });
  expect(await sdk.orders.fetch(order.id)).toEqual(order);

  const answer = pay(order.id, { method: 'upi' });
  const payment = await sdk.payments.fetch(answer.razorpay_payment_id);
  expect(payment).toMatchObject({
    order_id: order.id,
    amount: 19_900,
    status: 'captured',
    captured: true,
    method: 'upi',
    card_id: null,
    fee: 470,
    tax: 72,
    notes,
  });
  expect(await sdk.orders.fetchPayments(order.id)).toEqual({
    entity: 'collection',
    count: 1,
    items: [payment],
  });
  expect(await sdk.orders.fetch(order.id)).toMatchObject({
    status: 'paid',
    amount_paid: 19_900,
    amount_due: 0,
    attempts: 1,
  });
});

test('rejects wrong credentials with Razorpay’s error', async () => {
  const { call, options } = await startTestProvider();
  const wrong = [`${options.keyId}:wrong`, `rzp_test_other:${options.keySecret}`, '', ':'];
  const headers = wrong.map((words) => `Basic ${Buffer.from(words).toString('base64')}`);
  for (const authorization of [...headers, 'Bearer x']) {
    const response = await call('/razorpay/v1/orders', { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
    });
  }
  expect((await call('/razorpay/v1/orders')).status).toBe(401);
});

const good = { amount: 100, currency: 'INR' };
const long = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`key${i}`, 'x']));
test.each([
  ['amount', { currency: 'INR' }, 'The amount field is required.'],
  ['amount', { ...good, amount: 99 }, 'The amount must be at least INR 1.00'],
  ['amount', { ...good, amount: -100 }, 'The amount must be at least INR 1.00'],
  ['amount', { ...good, amount: 100.5 }, 'The amount must be an integer.'],
  ['amount', { ...good, amount: '1e5' }, 'The amount must be an integer.'],
  ['amount', { ...good, amount: null }, 'The amount must be an integer.'],
  ['currency', { ...good, currency: 'XYZ' }, 'Currency is not supported'],
  ['receipt', { ...good, receipt: 'x'.repeat(41) }, 'not be greater than 40 characters.'],
  ['notes', { ...good, notes: long }, 'less than or equal to 15'],
  ['notes', { ...good, notes: { a: 'x'.repeat(257) } }, 'characters'],
  ['receipt', { ...good, unique_receipt: true }, 'The receipt field is required.'],
])('rejects an order with an invalid %s: %j', async (field, body, words) => {
  const { api } = await startTestProvider();
  const { status, body: answer } = await api('/orders', body);
  expect(status).toBe(400);
  expect(answer.error).toMatchObject({
    code: 'BAD_REQUEST_ERROR',
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    field,
  });
  expect(answer.error.description).toContain(words);
});

test('creates one order per unique receipt', async () => {
  const { api, ledger } = await startTestProvider();
  const asked = { ...good, receipt: 'r1', unique_receipt: true };
  const [first, second] = await Promise.all([api('/orders', asked), api('/orders', asked)]);
  expect(second).toEqual(first);
  expect(ledger.orders.list()).toHaveLength(1);
  expect((await api('/orders', { ...asked, amount: 200 })).status).toBe(400);
  expect((await api('/orders', { ...asked, unique_receipt: false })).body.id).not.toBe(
    first.body.id,
  );
});

test('responds with Razorpay’s error to an unknown id', async () => {
  const { sdk, api } = await startTestProvider();
  const error = { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist' };
  for (const asked of [sdk.orders.fetch('order_x'), sdk.payments.fetch('pay_x')]) {
    await expect(asked).rejects.toMatchObject({ statusCode: 400, error });
  }
  expect((await api('/nowhere')).status).toBe(400);
});

test('captures an authorized payment only once, and only for its exact amount', async () => {
  const { sdk, pay, order, receivedEvents } = await startTestProvider();
  const { id } = await order();
  const { razorpay_payment_id } = pay(id, { as: 'authorized' });
  expect(await sdk.orders.fetch(id)).toMatchObject({ status: 'attempted', amount_paid: 0 });
  const capture = (amount: number) => sdk.payments.capture(razorpay_payment_id, amount, 'INR');
  await expect(capture(19_800)).rejects.toMatchObject({ statusCode: 400 });
  expect(await capture(19_900)).toMatchObject({ status: 'captured', captured: true });
  await expect(capture(19_900)).rejects.toMatchObject({
    error: { description: 'This payment has already been captured' },
  });
  expect(await receivedEvents()).toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
});

test('makes the configured number of calls fail', async () => {
  const { api, faultSettings, ledger, call } = await startTestProvider();
  faultSettings.api.set('error', 1);
  expect(await api('/orders', good)).toMatchObject({
    status: 500,
    body: { error: { code: 'SERVER_ERROR' } },
  });
  faultSettings.api.set('not-json', 1);
  await expect(api('/orders', good)).rejects.toThrow(SyntaxError);
  faultSettings.api.set('dropped', 1);
  await expect(api('/orders', good)).rejects.toThrow('fetch failed');
  expect(ledger.orders.list()).toEqual([]);

  faultSettings.api.set('answer-lost', 1);
  await expect(api('/orders', good)).rejects.toThrow('fetch failed');
  expect(ledger.orders.list()).toHaveLength(1);
  faultSettings.api.set('slow', 1);
  expect((await api('/orders', good)).status).toBe(200);
  expect(faultSettings.api.setting().behaviour).toBe('normal');
  // Calls without the API key do not use up the number of calls that are set to fail.
  faultSettings.api.set('error', 1);
  await call('/razorpay/v1/orders');
  expect(faultSettings.api.setting().remaining).toBe(1);
});
