import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { expect, test } from 'vitest';
import { startTestProvider } from './test-provider.ts';

const callback = 'http://localhost:3000/payments/callback?plan=1';

/** The hidden fields of a page's form. */
function fieldsOf(markup: string): Record<string, string> {
  const inputs = markup.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries(
    [...inputs].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );
}

const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Opens the hosted page of a new order, in a browser without JavaScript. */
async function aVisitor(more: Record<string, string> = {}) {
  const provider = await startTestProvider();
  const { id } = await provider.order();
  const post = async (path: string, fields: Record<string, string>, headers = {}) => {
    const body = new URLSearchParams(fields);
    const response = await provider.call(path, { method: 'POST', body, headers });
    return { response, markup: await response.text() };
  };
  const asked = {
    key_id: provider.options.keyId,
    order_id: id,
    name: 'Dakiya',
    description: 'Basic, a month',
    'prefill[email]': 'ravi@example.com',
    callback_url: callback,
    cancel_url: 'http://localhost:3000/plans',
    ...more,
  };
  const open = () =>
    post('/razorpay/v1/checkout/embedded', asked, { 'sec-fetch-site': 'cross-site' });
  return {
    ...provider,
    id,
    asked,
    post,
    open,
    /** Submits the form with a button. */
    async press(decision: string, method = 'card') {
      const { markup } = await open();
      const fields = { ...fieldsOf(markup), decision, method };
      return post('/razorpay/checkout/decide', fields, { 'sec-fetch-site': 'same-origin' });
    },
  };
}

test('accepts a payment on the hosted page and posts the signature to the callback', async () => {
  const { open, press, id, options, ledger, receivedEvents } = await aVisitor();
  const { markup, response } = await open();
  expect(response.status).toBe(200);
  expect(markup).toContain('₹199.00');
  expect(markup).toContain('Basic, a month');
  expect(markup).toContain('href="http://localhost:3000/plans"');
  expect(response.headers.get('content-security-policy')).toContain(
    "form-action 'self' http://localhost:3000; base-uri 'none'; frame-ancestors 'none'",
  );
  const paid = await press('pay', 'upi');
  expect(paid.markup).toContain(`action="${callback}"`);
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = fieldsOf(paid.markup);
  expect(razorpay_order_id).toBe(id);
  expect(
    validatePaymentVerification(
      { order_id: id, payment_id: razorpay_payment_id ?? '' },
      razorpay_signature ?? '',
      options.keySecret,
    ),
  ).toBe(true);
  expect(ledger.paymentsOf(id)).toMatchObject([
    { method: 'upi', status: 'captured', email: 'ravi@example.com', description: 'Basic, a month' },
  ]);
  expect(await receivedEvents()).toContain('order.paid');
  expect((await open()).markup).toContain('This order is paid already.');
  expect((await press('pay')).response.status).toBe(400);
});

test('posts a failure to the callback, after which the order can still be paid', async () => {
  const { press, faultSettings, id, ledger } = await aVisitor();
  const error = fieldsOf((await press('decline')).markup);
  expect(error).toMatchObject({
    'error[code]': 'BAD_REQUEST_ERROR',
    'error[reason]': 'payment_failed',
  });
  expect(JSON.parse(error['error[metadata]'] ?? '').order_id).toBe(id);
  expect(error.razorpay_signature).toBeUndefined();
  faultSettings.payments.set('declined', 1);
  expect(fieldsOf((await press('pay')).markup)['error[code]']).toBe('BAD_REQUEST_ERROR');
  expect(fieldsOf((await press('pay')).markup).razorpay_order_id).toBe(id);
  expect(ledger.orders.get(id)).toMatchObject({ status: 'paid', attempts: 3 });
});

test('captures a payment whose tab was closed, and posts no callback', async () => {
  const { press, id, ledger, receivedEvents } = await aVisitor();
  const { markup } = await press('lose');
  expect(markup).toContain('close the tab');
  expect(markup).not.toContain('razorpay_signature');
  expect(ledger.paymentsOf(id)).toMatchObject([{ status: 'captured' }]);
  expect(await receivedEvents()).toContain('payment.captured');
});

test('simulates a wrong amount, a wrong currency or an authorized payment', async () => {
  for (const [behaviour, expected] of [
    ['wrong-amount', { amount: 100, status: 'captured' }],
    ['wrong-currency', { currency: 'USD', status: 'captured' }],
    ['authorized', { captured: false, status: 'authorized' }],
  ] as const) {
    const { press, faultSettings, id, ledger } = await aVisitor();
    faultSettings.payments.set(behaviour, 1);
    expect(fieldsOf((await press('pay')).markup).razorpay_order_id).toBe(id);
    expect(ledger.paymentsOf(id)).toMatchObject([expected]);
  }
});

test('sends events to the embedding page, and allows no other page to embed it', async () => {
  const { press, open, call, asked } = await aVisitor({ origin: 'http://localhost:3000' });
  const page = await call(`/razorpay/checkout?${new URLSearchParams(asked)}`);
  expect(page.headers.get('content-security-policy')).toContain(
    'frame-ancestors http://localhost:3000',
  );
  expect((await open()).markup).toContain('data-dismiss');
  const checkoutEventOf = (markup: string) =>
    JSON.parse(unescaped(/data-checkout-event="([^"]*)"/.exec(markup)?.[1] ?? ''));
  const declined = await press('decline', 'upi');
  expect(checkoutEventOf(declined.markup)).toMatchObject({
    event: 'failed',
    detail: { reason: 'payment_failed', metadata: { order_id: asked.order_id } },
  });
  // The page offers another attempt, with the same method preselected.
  expect(declined.markup).toContain('value="upi" checked');
  expect(declined.markup).toContain('value="pay"');
  expect(checkoutEventOf((await press('pay')).markup)).toMatchObject({
    event: 'success',
    detail: { razorpay_order_id: asked.order_id },
  });
});

test.each([
  ['a foreign key', { key_id: 'rzp_test_other' }, 'The api key provided is invalid.'],
  ['an unknown order', { order_id: 'order_x' }, 'The id provided does not exist.'],
  ['another amount', { amount: '100' }, 'different from your order amount'],
  ['another currency', { currency: 'USD' }, 'different from your order currency'],
  ['a script as an address', { callback_url: 'javascript:alert(1)' }, 'Malformed: callback_url.'],
  ['a script as a way out', { cancel_url: 'javascript:alert(1)' }, 'Malformed: cancel_url.'],
])('accepts no payment for %s', async (_what, more, words) => {
  const { open, asked, post, ledger } = await aVisitor(more);
  const { response, markup } = await open();
  expect(response.status).toBe(400);
  expect(markup).toContain(words);
  expect(markup).not.toContain('javascript:');
  const pressed = await post('/razorpay/checkout/decide', { ...asked, decision: 'pay' });
  expect(pressed.response.status).toBe(400);
  expect(ledger.payments.list()).toEqual([]);
});

test('the hosted page can be opened from other sites, but its form cannot be submitted from them, and it escapes names', async () => {
  const { post, asked, open, ledger } = await aVisitor({ name: '<script>alert(1)</script>' });
  expect((await open()).markup).toContain('&lt;script&gt;');
  expect((await open()).markup).not.toContain('<script>alert');
  const { response } = await post('/razorpay/checkout/decide', asked, {
    'sec-fetch-site': 'cross-site',
  });
  expect(response.status).toBe(403);
  expect(ledger.payments.list()).toEqual([]);
});
