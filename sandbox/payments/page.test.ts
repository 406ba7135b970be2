import { expect, test } from 'vitest';
import { invalidHtml } from '#tests/support/parsed-page.ts';
import { form, jsonBody } from '../test-client.ts';
import { startTestProvider } from './test-provider.ts';

async function aPage() {
  const provider = await startTestProvider();
  const page = async (path = '/payments') => (await provider.call(path)).text();
  const set = async (body: unknown) => {
    const response = await provider.call('/payments.json', jsonBody(body));
    return { status: response.status, body: await response.json() };
  };
  return { ...provider, page, set };
}

test('shows orders with their payments, refunds and webhooks, newest first', async () => {
  const { page, sdk, order, pay, fail, receivedEvents } = await aPage();
  expect(await page()).toContain('No orders yet');
  const { id } = await order();
  fail(id);
  const { razorpay_payment_id } = pay(id, { method: 'upi' });
  await sdk.payments.refund(razorpay_payment_id, { amount: 100 });
  const newer = await sdk.orders.create({ amount: 12_34_567_00, currency: 'INR', receipt: '<b>' });
  await receivedEvents();
  const markup = await page();
  for (const words of [
    id,
    '₹199.00',
    '₹12,34,567.00',
    'by UPI',
    'declined by the bank',
    '₹1.00',
    'receipt &lt;b&gt;',
    '5 webhooks, 5 delivered',
    '<dd>₹198.00</dd>',
  ]) {
    expect(markup).toContain(words);
  }
  expect(markup.indexOf(newer.id)).toBeLessThan(markup.indexOf(id));
  expect(await page(`/payments?find=${id}`)).not.toContain(newer.id);
  expect(await page('/payments?find=nothing')).toContain('No order has this');
});

/** Lists errors in HTML, but not violations of rules about style. */
async function listHtmlErrors(markup: string): Promise<string[]> {
  const lines = await invalidHtml(markup);
  return lines.filter((line) => !/^(doctype-style|no-implicit-(button|input)-type):/.test(line));
}

test('renders valid HTML on every page', async () => {
  const { page, order, pay, fail, faultSettings, options } = await aPage();
  const { id } = await order();
  const fields = { key_id: options.keyId, order_id: id, name: 'Dakiya', origin: 'http://a.test' };
  const checkout = `/razorpay/checkout?${new URLSearchParams(fields)}`;
  expect(await listHtmlErrors(await page())).toEqual([]);
  expect(await listHtmlErrors(await page(checkout))).toEqual([]);
  fail(id);
  faultSettings.webhooks.set('held');
  pay(id);
  expect(await listHtmlErrors(await page())).toEqual([]);
  // The order is paid, so Checkout shows an error page.
  expect(await listHtmlErrors(await page(checkout))).toEqual([]);
});

test('changes settings and releases held webhooks with forms', async () => {
  const { page, call, faultSettings, order, pay, receivedEvents } = await aPage();
  const post = (path: string, fields = {}) => call(path, form(fields));
  const webhooks = { setting: 'webhooks', behaviour: 'held', count: '', ms: '' };
  expect((await post('/payments/set', webhooks)).status).toBe(303);
  await post('/payments/set', { setting: 'api', behaviour: 'error', count: ' 2 ' });
  expect(faultSettings.api.setting()).toMatchObject({ behaviour: 'error', remaining: 2 });
  expect(await page()).toContain('API: Error × 2');

  for (const entered of [
    { behaviour: 'late', count: '0' },
    { behaviour: 'late', count: 'x' },
  ]) {
    const refused = await post('/payments/set', { setting: 'webhooks', ms: '', ...entered });
    expect(refused.status).toBe(400);
    expect((await refused.json()).error).toContain('webhooks.count');
  }
  for (const setting of ['nothing', '__proto__', '']) {
    expect((await post('/payments/set', { setting, behaviour: 'late' })).status).toBe(400);
  }
  faultSettings.api.set('normal');
  pay((await order()).id);
  expect(await page()).toContain('3 webhooks are held.');
  expect((await post('/payments/deliver')).status).toBe(303);
  expect(await receivedEvents()).toHaveLength(3);
  expect((await post('/payments/clear')).status).toBe(303);
  expect(await page()).toContain('No orders yet');
  expect(faultSettings.webhooks.setting().behaviour).toBe('normal');
});

test('reads, changes, delivers and resets with JSON', async () => {
  const { set, call, order, pay, arrivals, receivedEvents } = await aPage();
  const { status, body } = await set({
    webhooks: { behaviour: 'held' },
    payments: { behaviour: 'declined', count: 1 },
  });
  expect(status).toBe(200);
  expect(body.settings).toMatchObject({
    webhooks: { behaviour: 'held', count: null },
    payments: { behaviour: 'declined', count: 1 },
    refunds: { behaviour: 'normal' },
    api: { behaviour: 'normal' },
  });
  const { id } = await order();
  const { razorpay_payment_id } = pay(id);
  const all = await (await call('/payments.json')).json();
  expect(all).toMatchObject({
    sums: { orders: 1, paidOrders: 1, captured: 19_900, refunded: 0, net: 19_900 },
    orders: [{ id, status: 'paid' }],
    payments: [{ id: razorpay_payment_id }],
    webhooks: [{ state: 'held', tries: 0 }, { state: 'held' }, { state: 'held' }],
  });
  expect(all.webhooks[0]).toMatchObject({ event: 'order.paid', state: 'held', order_id: id });
  const one = await set({ deliver: all.webhooks[0].id });
  expect(one.body.webhooks.map((webhook: { state: string }) => webhook.state)).toEqual([
    'delivered',
    'held',
    'held',
  ]);
  await set({ deliver: true });
  expect(await receivedEvents()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
  expect(arrivals).toHaveLength(3);
  expect((await set({ reset: true })).body).toMatchObject({ sums: { orders: 0 }, webhooks: [] });
});

test.each([
  [{ webhooks: { behaviour: 'gone' } }],
  [{ webhooks: { behaviour: 'late', count: 0 } }],
  [{ webhooks: { behaviour: 'late', ms: -1 } }],
  [{ nothing: true }],
  [[]],
])('rejects invalid JSON settings without changes: %j', async (body) => {
  const { set, faultSettings } = await aPage();
  const answer = await set(body);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toEqual(expect.any(String));
  expect(faultSettings.webhooks.setting().behaviour).toBe('normal');
});
