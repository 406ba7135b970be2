import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.ts';
import { findPlanByName, startPaymentStack } from '../harness/payment-stack.ts';
import type { User } from '../support/account.ts';
import { invalidHtml } from '../support/parsed-page.ts';
import { joinText, signedIn } from '../support/signed-in.ts';
import { aVisitor } from '../support/visitor.ts';

const shop = await startPaymentStack();
const { provider, web } = shop;
provider.faultSettings.webhooks.set('never');

const day = 24 * 3_600_000;
const refunds = '/CancellationsRefunds';
const cancelTab = `${refunds}?tab=cancel`;

/** Buys a plan, and reports the payment as the checkout does. @returns our id of the order */
async function buy(user: User, planName: string, method: 'card' | 'upi' | 'netbanking' = 'card') {
  const { orderId, receiptId } = await shop.order(user, planName);
  await shop.callOf(user).post('/payments/verify', provider.pay(orderId, { method }));
  return receiptId;
}

/** A user with a paid plan. */
async function aCustomer(planName = 'Basic') {
  const { user } = await shop.aCustomer();
  const order = await buy(user, planName);
  return { user, order, visitor: await signedIn(web.url, user) };
}

/** Makes a user's plan end in a number of days. */
const endsIn = ({ userId }: User, days: number) =>
  prisma.subscription.updateMany({
    where: { userId },
    data: {
      startedAt: new Date(Date.now() + (days - 30) * day),
      expiresAt: new Date(Date.now() + days * day),
    },
  });

test('the billing history shows each order with its status and payment method', async () => {
  const { user } = await shop.aCustomer();
  const visitor = await signedIn(web.url, user);
  const paid = await buy(user, 'Basic', 'netbanking');
  const { receiptId: open } = await shop.order(user, 'Pro');
  const { visitor: other } = await aCustomer();
  const page = await visitor.get(paths.dashboard('billing-history'));
  const headings = [...page.html.matchAll(/<th [^>]*>(.*?)<\/th>/g)].map(([, text]) => text);
  expect(headings.slice(0, 5)).toEqual(['Date', 'Amount', 'Plan', 'Status', 'Payment Method']);
  expect(await invalidHtml(page.html)).toEqual([]);
  const rows = joinText(page).replaceAll(/\|+/g, '|');
  expect(rows).toMatch(/₹999\.00\|.*Pro\|.*pending.*₹199\.00\|.*Basic\|.*completed.*Net banking/);
  expect(page.html).toMatch(/text-good"><svg.*?completed/);
  expect(page.html).toMatch(/text-waiting"><svg.*?pending/);
  expect(page.html).toContain(`href="/invoices/${paid}.pdf"`);
  expect(page.html).not.toContain(`href="/invoices/${open}.pdf"`);
  expect(page.html).toContain(`href="/payment-status?order=${open}"`);
  expect((await other.get(paths.dashboard('billing-history'))).html).not.toContain(paid);
});

test('an order is visible only to its owner', async () => {
  const { order: id, visitor } = await aCustomer();
  const { visitor: other } = await aCustomer();
  for (const [page, status] of [
    [await other.get(`/payment-status?order=${id}`), 404],
    [await visitor.get('/payment-status?order=ord_nothing'), 404],
    [await visitor.get(`/payment-status?order=${'x'.repeat(5_000)}%00`), 200],
    [await visitor.get('/payment-status'), 200],
  ] as const) {
    expect([page.status, joinText(page)]).toEqual([
      status,
      expect.stringMatching(/No Payment Information.*Please complete a payment to view status\./),
    ]);
  }
  const stranger = await aVisitor(web.url).get(`/payment-status?order=${id}`);
  expect(stranger.location).toBe(`/login?to=${encodeURIComponent(`/payment-status?order=${id}`)}`);
});

test('a plan can be renewed in its last week; a switch to another plan starts at once, with the remaining value as credit', async () => {
  const { user, visitor } = await aCustomer();
  const path = `/payment?plan=${(await findPlanByName('Basic')).id}`;
  expect(joinText(await visitor.get(path))).toContain('This plan is already active');
  expect(joinText(await visitor.get(paths.dashboard('plan-details')))).not.toContain('Renew');
  await endsIn(user, 3);
  expect(joinText(await visitor.get(paths.dashboard('plan-details')))).toContain('Renew Basic');
  expect(joinText(await visitor.get(path))).toContain(
    'You keep the remaining days of the current month.',
  );
  await endsIn(user, 15);
  const change = await visitor.get(`/payment?plan=${(await findPlanByName('Pro')).id}`);
  expect(joinText(change).replaceAll('|', '')).toMatch(
    /The unused part of Basic, ₹99\.\d\d, becomes 3 more days of Pro; your plan then runs until/,
  );
});

test('a period paid in advance moves the next billing date, and does not change the current plan', async () => {
  const { user, visitor } = await aCustomer();
  await endsIn(user, 3);
  await buy(user, 'Basic');
  const { expiresAt } = await prisma.subscription.findFirstOrThrow({
    where: { userId: user.userId },
    orderBy: { expiresAt: 'desc' },
  });
  const { html } = await visitor.get(paths.dashboard('plan-details'));
  expect(await invalidHtml(html)).toEqual([]);
  expect(html).toMatch(
    new RegExp(`Ends on</dt><dd[^>]*><time dateTime="${expiresAt.toISOString()}"`, 'i'),
  );
  expect((await visitor.get('/plans')).html.match(/Active Plan/g)).toHaveLength(1);
});

test('a plan is cancelled after a confirmation, stays active until its end, and can be resumed', async () => {
  const { user, visitor } = await aCustomer();
  expect(joinText(await visitor.get(cancelTab))).toContain('Paid for until');
  const sure = await visitor.get(`${cancelTab}&sure=1`);
  expect(joinText(sure)).toContain('Cancel Basic?');
  expect(await invalidHtml(sure.html)).toEqual([]);
  const status = async () =>
    (await prisma.subscription.findFirstOrThrow({ where: { userId: user.userId } })).status;
  expect(await status()).toBe('active');
  const done = await visitor.post(refunds, { intent: 'cancel', reason: '' });
  expect(done.location).toBe(cancelTab);
  const resultPage = await visitor.follow(done);
  expect(joinText(resultPage)).toContain('Cancellation pending, will expire on');
  expect(await status()).toBe('pending_cancellation');
  expect(joinText(await visitor.get(paths.dashboard('plan-details')))).toContain('Keep my plan');
  expect((await visitor.get('/plans')).html).toContain('Active Plan');
  const twice = await visitor.post(`${cancelTab}&sure=1`, { intent: 'cancel' });
  expect(twice.status).toBe(404);

  await visitor.post(refunds, { intent: 'keep' });
  expect(await status()).toBe('active');
  await endsIn(user, -1);
  expect(joinText(await visitor.get(cancelTab))).toContain('Expired on');
});

test('a refund needs a reason and one of the user’s own payments, and the page shows its state', async () => {
  const { order, visitor } = await aCustomer();
  const other = await aCustomer();
  const ask = (fields: Record<string, string>) =>
    visitor.post(refunds, { intent: 'refund', ...fields });
  for (const reason of ['', '   ']) {
    const page = await ask({ reason, orderId: order });
    expect(page.status).toBe(400);
    expect(page.html).toContain('Please provide a reason for your refund request.');
  }
  const long = await ask({ reason: 'x'.repeat(2_001), orderId: order });
  expect(long.status).toBe(400);
  const foreign = await ask({ reason: 'Mine', orderId: other.order });
  expect(foreign.status).toBe(404);
  expect(foreign.html).toContain('Mine');
  expect(await prisma.refund.count()).toBe(0);

  const done = await ask({ reason: 'Paid twice', orderId: order });
  const resultPage = await visitor.follow(done);
  expect(resultPage.html).toContain('Refund Request Submitted');
  expect(resultPage.html).toMatch(
    /Your refund request has been received\. We(?:'|&#x27;)ll process it within 3-5 business days\./,
  );
  expect(joinText(resultPage)).toContain('requested');
  await ask({ reason: 'Again', orderId: order });
  expect(await prisma.refund.count()).toBe(1);

  const settledAt = new Date();
  await prisma.refund.updateMany({ data: { status: 'processed', settledAt } });
  expect(joinText(await visitor.get(refunds))).toContain('Refunded');
  expect(
    joinText(await visitor.get(paths.dashboard('billing-history'))).replaceAll('|', ''),
  ).toContain('Refund processed');
});

test('the refund page lists each payment, and a visitor must log in first', async () => {
  const { user, order, visitor } = await aCustomer();
  await endsIn(user, 3);
  const second = await buy(user, 'Basic');
  const { html } = await visitor.get(refunds);
  expect(await invalidHtml(html)).toEqual([]);
  for (const id of [order, second]) expect(html).toContain(`<option value="${id}"`);
  const stranger = aVisitor(web.url);
  expect((await stranger.get(refunds)).html).toContain('/login?to=%2FCancellationsRefunds');
  for (const intent of ['refund', 'cancel', 'keep']) {
    expect((await stranger.post(refunds, { intent, reason: 'x' })).location).toContain('/login');
  }
  expect((await visitor.post(refunds, { intent: 'gift' })).status).toBe(400);
});

test('a user without payments sees an empty history with a link to the plans', async () => {
  const { user } = await shop.aCustomer();
  const visitor = await signedIn(web.url, user);
  const { status, html } = await visitor.get(paths.dashboard('billing-history'));
  expect(status).toBe(200);
  expect(html).toContain('<title>Billing History · Dakiya</title>');
  const main = /<main.*<\/main>/s.exec(html)?.[0];
  expect(main).toContain('No billing history yet');
  expect(main).toContain('href="/plans"');
  expect(main).not.toContain('<table');
});
