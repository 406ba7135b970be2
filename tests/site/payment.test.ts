import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.ts';
import { findPlanByName, startPaymentStack } from '../harness/payment-stack.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { invalidHtml, parsePage } from '../support/parsed-page.ts';
import { joinText, signedIn } from '../support/signed-in.ts';
import { aVisitor } from '../support/visitor.ts';

const shop = await startPaymentStack();
await stopAfterFile(shop.aWorker());
const { provider, web } = shop;
provider.faultSettings.webhooks.set('never');

const pay = async (name: string) => `/payment?plan=${(await findPlanByName(name)).id}`;

/** A customer in a browser without JavaScript. */
async function aCustomer() {
  const { user } = await shop.aCustomer();
  return { user, visitor: await signedIn(web.url, user) };
}

/** A customer with an order from a form without JavaScript. */
async function ordered(planName = 'Basic') {
  const customer = await aCustomer();
  const { pricePaise } = await findPlanByName(planName);
  const fields = { intent: 'order', amount: String(pricePaise / 100) };
  const page = await customer.visitor.post(await pay(planName), fields);
  const { id, providerOrderId } = await prisma.order.findFirstOrThrow({
    where: { userId: customer.user.userId },
  });
  return { ...customer, page, id, orderId: providerOrderId ?? '' };
}

/** Submits the form of the provider's page, from another site and without our cookie. */
const callBack = (search: string, fields: Record<string, string>) =>
  aVisitor(web.url).post(`/payment-callback${search}`, fields, {
    origin: new URL(provider.url).origin,
  });

test('a visitor first logs in and then returns to the payment, and the link of Enterprise leads to the contact page', async () => {
  const { location } = await aVisitor(web.url).get(await pay('Pro'));
  expect(location).toBe(`/login?to=${encodeURIComponent(await pay('Pro'))}`);
  const posted = await aVisitor(web.url).post(await pay('Pro'), { intent: 'order', amount: '999' });
  expect(posted.location).toContain('/login');
  expect((await aVisitor(web.url).get(await pay('Enterprise'))).location).toBe('/contact');
});

test('the page shows the plan, its duration, and the payment provider', async () => {
  const { visitor } = await aCustomer();
  const page = await visitor.get(await pay('Pro'));
  for (const words of [
    '₹999',
    'per month',
    'Priority support',
    'Pay Now · ₹999',
    'Ends on',
    'runs until',
  ]) {
    expect(joinText(page)).toContain(words);
  }
  expect(joinText(page)).toContain('secured by Razorpay');
  expect(joinText(page)).toContain('do not store your card details');
  expect(await invalidHtml(page.html)).toEqual([]);
  // The provider gets no request before the customer pays.
  expect(page.html).not.toContain(provider.url);
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const directive of ['script-src', 'frame-src', 'connect-src', 'form-action']) {
    expect(policy).toMatch(new RegExp(`${directive} [^;]*${provider.url}`));
  }
});

test('without JavaScript a plan is paid for on the provider’s page, whose form returns to our page', async () => {
  const { page, id, orderId, visitor, user } = await ordered();
  const inputs = parsePage(page.html).all(
    `form[action="${provider.apiUrl}/v1/checkout/embedded"] input`,
  );
  const fields = Object.fromEntries(
    inputs.map(({ attributes: { name, value } }) => [name ?? '', value ?? '']),
  );
  expect(fields).toMatchObject({
    order_id: orderId,
    amount: '19900',
    currency: 'INR',
    name: 'Dakiya',
    'prefill[email]': user.email,
  });
  expect(await invalidHtml(page.html)).toEqual([]);
  const hosted = await aVisitor(provider.url).post('/razorpay/v1/checkout/embedded', fields);
  expect([hosted.status, hosted.html]).toEqual([200, expect.stringContaining('₹199')]);

  expect(joinText(await visitor.get(`/payment-status?order=${id}`))).toContain('Refresh');
  const callback = new URL(fields.callback_url ?? '');
  const back = await callBack(callback.search, provider.pay(orderId, { method: 'upi' }));
  expect([back.status, back.location]).toEqual([303, `/payment-status?order=${id}`]);
  const { html } = await visitor.follow(back);
  expect(await invalidHtml(html)).toEqual([]);
  const shownText = joinText({ html });
  const words = ['Payment Successful', 'Your payment has been processed successfully', 'Basic'];
  for (const text of [...words, '₹199.00', 'UPI', 'Go to Dashboard'])
    expect(shownText).toContain(text);
  expect((await visitor.get('/plans')).html).toContain('Active Plan');
});

test('a payment with a changed amount is rejected, and another plan or price in the form is ignored', async () => {
  const { visitor, user } = await aCustomer();
  for (const amount of ['1', '-199', 'NaN', '', '1e9']) {
    const page = await visitor.post(await pay('Basic'), { intent: 'order', amount });
    expect([amount, page.status]).toEqual([amount, 400]);
    expect(page.html).toContain('role="alert"');
    expect(page.html).not.toContain('checkout/embedded');
  }
  expect(await prisma.order.count({ where: { userId: user.userId } })).toBe(0);
  const { id: planId } = await findPlanByName('Pro');
  const fields = { intent: 'order', amount: '199', plan: planId, planId, price: '1' };
  await visitor.post(await pay('Basic'), fields);
  const order = await prisma.order.findFirstOrThrow({ where: { userId: user.userId } });
  expect(order).toMatchObject({ planId: (await findPlanByName('Basic')).id, amountPaise: 19_900 });
  expect((await visitor.post(await pay('Basic'), { intent: 'gift' })).status).toBe(400);
});

test('a forged callback grants nothing, reveals nothing, and redirects to no other site', async () => {
  const { id, orderId, visitor } = await ordered();
  const { orderId: foreign } = await ordered();
  const paid = provider.pay(foreign);
  const forged = [
    { ...paid, razorpay_order_id: orderId },
    { ...paid, razorpay_signature: '0'.repeat(64) },
    { ...paid, razorpay_order_id: 'order_nowhere' },
  ];
  for (const fields of forged) {
    const back = await callBack(`?order=${id}`, fields);
    expect([back.status, back.location]).toEqual([303, `/payment-status?order=${id}&verified=no`]);
  }
  expect((await callBack(`?order=${id}`, {})).location).toBe(`/payment-status?order=${id}`);
  expect(await shop.statusOf(id)).toBe('pending');
  expect(joinText(await visitor.get('/plans'))).not.toContain('Active Plan');
  for (const order of ['//evil.example', 'javascript:alert(1)', '..%2F', 'ord_%0d%0aX: 1', '']) {
    expect((await callBack(`?order=${order}`, {})).location).toBe('/plans');
  }
  const elsewhere = await visitor.post('/payment', {}, { origin: 'https://evil.example' });
  expect(elsewhere.status).toBe(403);
});

test('a payment that failed on the provider’s page is shown with the reason, and can be tried again', async () => {
  const { id, orderId, visitor } = await ordered();
  provider.fail(orderId);
  const back = await callBack(`?order=${id}`, { 'error[code]': 'BAD_REQUEST_ERROR' });
  const shownText = await until('the failure is known', async () => {
    const text = joinText(await visitor.follow(back));
    return text.includes('Payment Failed') && text;
  });
  expect(shownText).toContain('There was an issue processing your payment');
  expect(shownText).toContain('Try again');
  expect(joinText(await visitor.get(paths.dashboard('billing-history')))).toContain(
    'declined so far',
  );
});

test('an order that was first declined and then paid in a closed tab is shown as paid', async () => {
  const { id, orderId, visitor } = await ordered();
  provider.fail(orderId);
  const back = await callBack(`?order=${id}`, { 'error[code]': 'BAD_REQUEST_ERROR' });
  expect(joinText(await visitor.follow(back))).toContain('Payment Failed');
  provider.pay(orderId);
  const page = joinText(await visitor.get(paths.paymentStatus(id)));
  expect(page).toContain('Payment Successful');
  expect(joinText(await visitor.get(paths.dashboard('billing-history')))).not.toMatch(
    /failed|declined/,
  );
});

test('a payment that cannot be verified is shown as failed until the provider has confirmed it', async () => {
  const { id, orderId, visitor } = await ordered();
  const { visitor: other } = await aCustomer();
  const paid = provider.pay(orderId);
  const verify = { intent: 'verify', order: id, ...paid };
  const forged = { ...verify, razorpay_signature: 'f'.repeat(64) };
  const failed = `/payment-status?order=${id}&verified=no`;
  for (const fields of [forged, { intent: 'verify', order: id }]) {
    const page = await visitor.post('/payment', fields);
    expect(page.location).toBe(failed);
    const { html } = await visitor.follow(page);
    expect(html).toContain('Payment verification failed');
    expect(html).toContain('Payment Failed');
  }
  const stolen = await other.post('/payment', verify);
  expect(joinText(await other.follow(stolen))).toContain('No Payment Information');
  const page = await visitor.post('/payment', verify);
  expect(page.location).toBe(`/payment-status?order=${id}`);
  expect(joinText(await visitor.get(failed))).toContain('Payment Successful');
});

test('if the provider does not respond, the page says so and nothing is charged', async () => {
  const { visitor } = await aCustomer();
  provider.faultSettings.api.set('error', 1);
  const page = await visitor.post(await pay('Basic'), { intent: 'order', amount: '199' });
  expect(page.status).toBe(503);
  expect(joinText(page)).toContain('The payment provider does not answer.');
  expect(joinText(page)).toContain('Pay Now');
});

test('without the provider’s API keys the page says so, and offers to subscribe by email', async () => {
  const bare = await stopAfterTest(startWeb());
  const { user } = await shop.aCustomer();
  const visitor = await signedIn(bare.url, user);
  const page = await visitor.get(await pay('Pro'));
  expect(joinText(page)).toContain('Online payment is not available on this installation.');
  expect(page.html).toContain('?subject=Subscribe%20to%20Pro"');
  expect(joinText(page)).not.toContain('Pay Now');
  const posted = await visitor.post(await pay('Pro'), { intent: 'order', amount: '999' });
  expect(posted.status).toBe(503);
});
