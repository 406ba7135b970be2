import { expect, test } from 'vitest';
import { addMonths, afterMonths, monthsBetween } from '#domain/billing/months.ts';
import {
  declineRefund,
  refundOrder,
  requestRefund,
} from '#domain/billing/payments/request-refund.ts';
import { razorpaySettings } from '#domain/billing/payments/settings.ts';
import { previewPeriod } from '#domain/billing/subscriptions/get-subscription.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { findPlanByName, listPeriods, startPaymentStack } from '../harness/payment-stack.ts';
import type { User } from '../support/account.ts';
import { client } from '../support/client.ts';
import { joinText, signedIn } from '../support/signed-in.ts';

const shop = await startPaymentStack();
const { provider } = shop;
Object.assign(razorpaySettings, {
  RAZORPAY_KEY_ID: provider.options.keyId,
  RAZORPAY_KEY_SECRET: provider.options.keySecret,
  RAZORPAY_API_URL: provider.apiUrl,
});

/** Pays for a month of a plan. @returns our id of the order */
async function pay(user: User, planName: string) {
  const { orderId, receiptId } = await shop.order(user, planName);
  const reply = await shop.callOf(user).post('/payments/verify', provider.pay(orderId));
  expect(reply.status).toBe(200);
  return receiptId;
}

/** Counts messages as used in the current month, without sending them. */
async function use(userId: string, messagesUsed: number) {
  const { id } = await getCurrentUsagePeriod(userId);
  await prisma.usagePeriod.update({ where: { id }, data: { messagesUsed } });
}

const newest = async (userId: string) => (await listPeriods(userId)).at(-1);

/** Moves the newest period so that its first month has just ended. */
async function afterAMonth(userId: string) {
  const { id, startedAt, expiresAt } = (await listPeriods(userId)).at(-1) as Period;
  const began = addMonths(new Date(Date.now() - 1_000), -1);
  const data = {
    startedAt: began,
    expiresAt: afterMonths(began, monthsBetween(startedAt, expiresAt)),
  };
  await prisma.subscription.update({ where: { id }, data });
}

type Period = Awaited<ReturnType<typeof listPeriods>>[number];

test('switching back and forth after using all messages gives no credit', async () => {
  const { user } = await shop.aCustomer();
  for (const planName of ['Pro', 'Basic', 'Pro', 'Basic']) {
    await pay(user, planName);
    const { pricePaise, messageLimit } = await findPlanByName(planName);
    expect((await newest(user.userId))?.valuePaise).toBe(pricePaise);
    expect(await getCurrentUsagePeriod(user.userId)).toMatchObject({
      messageLimit,
      messagesUsed: 0,
    });
    await use(user.userId, messageLimit);
  }
});

test('the credit is the value of the remaining quota or of the remaining time, whichever is smaller', async () => {
  const { user } = await shop.aCustomer();
  await pay(user, 'Pro');
  await use(user.userId, 9_000);
  const basic = await findPlanByName('Basic');
  const bought = { planId: basic.id, amountPaise: basic.pricePaise };
  const preview = await previewPeriod(user.userId, bought);
  expect(preview).toMatchObject({ kind: 'change', from: 'Pro', creditPaise: 9_990 });
  await pay(user, 'Basic');
  expect((await newest(user.userId))?.valuePaise).toBe(basic.pricePaise + 9_990);
});

test('the payment page lists what a smaller plan does not have, and has no such list for a larger plan', async () => {
  const { user } = await shop.aCustomer();
  await pay(user, 'Pro');
  const visitor = await signedIn(shop.web.url, user);
  const { id } = await findPlanByName('Basic');
  const page = joinText(await visitor.get(`/payment?plan=${id}`));
  expect(page).toContain('What you lose of Pro');
  expect(page).toContain('9,000 messages a month: 1,000 instead of 10,000');
  expect(page).toContain('Priority support');
});

test('requesting a refund of an order removes the credit that the order gives, and declining the refund restores the credit', async () => {
  const customer = await shop.aCustomer();
  const { user } = customer;
  await pay(user, 'Basic');
  const { id: planId, pricePaise: amountPaise } = await findPlanByName('Pro');
  const preview = () => previewPeriod(user.userId, { planId, amountPaise });
  const before = await preview();
  expect(before).toMatchObject({ kind: 'change', inRefundPaise: 0 });
  const { orderId } = await requestRefund(user.userId, { reason: 'Not needed' });
  const during = await preview();
  expect(during).toMatchObject({
    ...{ kind: 'change', from: 'Basic', creditPaise: 0, creditMs: 0 },
    inRefundPaise: expect.any(Number),
  });
  expect(during.endsAt < before.endsAt).toBe(true);
  const visitor = await signedIn(shop.web.url, user);
  const page = joinText(await visitor.get(`/payment?plan=${planId}`));
  expect(page).toContain('its unused part adds days, which are removed when the refund is made.');
  await declineRefund(orderId);
  const after = await preview();
  expect(after.kind === 'change' && after.creditPaise).toBeGreaterThan(19_000);
});

test('days that are given as credit have the quota of those days, and not the quota of a full month', async () => {
  const { user } = await shop.aCustomer();
  await pay(user, 'Basic');
  await pay(user, 'Pro');
  const { valuePaise = 0 } = (await newest(user.userId)) ?? {};
  expect(valuePaise).toBeGreaterThan(99_900 + 19_800);
  await afterAMonth(user.userId);
  const { messageLimit } = await getCurrentUsagePeriod(user.userId);
  // Pro costs ₹999 for 10,000 messages. At this price, the ₹199 paid for Basic buy 1,992 messages.
  expect(messageLimit).toBeGreaterThan(1_950);
  expect(messageLimit).toBeLessThanOrEqual(1_992);
});

test('messages sent during a switch of plans are charged to the new plan only', async () => {
  const { user } = await shop.aCustomer();
  const { keyId, secretKey } = await createKey({ userId: user.userId, name: 'Shop' });
  const send = () =>
    client(shop.web.url, { userId: user.userId, keyId, secretKey }).post('/messages/send-message', {
      message: 'Your order is on its way',
      recipient: '9876543210',
    });
  await pay(user, 'Pro');
  expect((await send()).status).toBe(202);
  const pro = await getCurrentUsagePeriod(user.userId);
  await pay(user, 'Basic');
  // The web server caches the month of Pro for half a second.
  expect((await send()).status).toBe(202);
  const basic = await getCurrentUsagePeriod(user.userId);
  expect(basic).toMatchObject({ planName: 'Basic', messagesUsed: 1 });
  const closed = await prisma.usagePeriod.findUniqueOrThrow({ where: { id: pro.id } });
  expect(closed).toMatchObject({ messageLimit: 1, messagesUsed: 1 });
});

test('refunding an upgrade restores the previous plan, reduced by the messages that were used in that plan', async () => {
  const { user } = await shop.aCustomer();
  await pay(user, 'Basic');
  await use(user.userId, 600);
  const upgrade = await pay(user, 'Pro');
  const pro = await getCurrentUsagePeriod(user.userId);
  provider.faultSettings.refunds.set('normal', 1);
  await refundOrder(upgrade);
  const basic = (await listPeriods(user.userId)).find(({ plan }) => plan.name === 'Basic');
  expect(basic).toMatchObject({ status: 'active', valuePaise: 7_960 });
  const { messageLimit } = await getCurrentUsagePeriod(user.userId);
  expect(messageLimit).toBeLessThanOrEqual(400);
  expect(messageLimit).toBeGreaterThan(380);
  const closed = await prisma.usagePeriod.findUniqueOrThrow({ where: { id: pro.id } });
  expect(closed.messageLimit).toBe(0);
});
