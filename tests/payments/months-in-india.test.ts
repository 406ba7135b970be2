import { beforeEach, expect, test, vi } from 'vitest';
import { grantSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { nextPeriod } from '#domain/billing/subscriptions/next-period.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { createUser } from '#domain/identity/accounts/sign-up.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';

/** Half past midnight on 1 March in India, which is 28 February in UTC. */
const began = new Date('2027-02-28T19:00:00Z');
const endByUtc = new Date('2027-03-28T19:00:00Z');
const endInIndia = new Date('2027-03-31T19:00:00Z');

const setClock = (at: Date | string) =>
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(at));

beforeEach(() => {
  setClock(began);
});

let made = 0;

async function aCustomer(expiresAt: Date, isBought = false) {
  made += 1;
  const userId = await createUser({ name: 'Asha', email: `months${made}@example.com` });
  await grantSubscription({ userId, planName: 'Pro', startedAt: began, expiresAt });
  const order = isBought && (await anOrder(userId));
  if (order) await prisma.subscription.updateMany({ where: { userId }, data: { orderId: order } });
  return userId;
}

async function anOrder(userId: string) {
  const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });
  const id = `ord_months${made}`;
  await prisma.order.create({
    data: {
      ...{ id, userId, planId: plan.id, amountPaise: plan.pricePaise, createdAt: began },
      ...{
        status: 'completed',
        paidAt: began,
        providerOrderId: `order_${id}`,
        paymentId: `pay_${id}`,
      },
    },
  });
  return id;
}

/** Changes a month to what it would be if it had been opened when months were counted in UTC. */
const openByUtc = async (userId: string, startsAt: Date, endsAt: Date) => {
  const { id, messageLimit } = await getCurrentUsagePeriod(userId);
  const messagesUsed = messageLimit;
  await prisma.usagePeriod.update({ where: { id }, data: { startsAt, endsAt, messagesUsed } });
  return messageLimit;
};

const inMayOf2028 = new Date('2028-05-01T00:00:00Z');

test('a plan paid early on 1 March lasts all of March', async () => {
  const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });
  const bought = { planId: plan.id, amountPaise: plan.pricePaise };
  const { expiresAt } = nextPeriod([], bought, clock.now());
  expect(expiresAt).toEqual(endInIndia);
  const userId = await aCustomer(expiresAt, true);
  const month = await getCurrentUsagePeriod(userId);
  expect(month).toMatchObject({
    startsAt: began,
    endsAt: endInIndia,
    messageLimit: plan.messageLimit,
  });
});

test('a usage month counted in UTC keeps its end, and the next month starts at that time', async () => {
  const userId = await aCustomer(inMayOf2028);
  const messageLimit = await openByUtc(userId, began, endByUtc);
  setClock('2027-03-28T18:59:59Z');
  expect(await getCurrentUsagePeriod(userId)).toMatchObject({
    endsAt: endByUtc,
    messagesUsed: messageLimit,
  });
  setClock('2027-03-29T12:00:00Z');
  const rest = { startsAt: endByUtc, endsAt: endInIndia, messagesUsed: 0, messageLimit };
  expect(await getCurrentUsagePeriod(userId)).toMatchObject(rest);
  setClock('2027-04-02T12:00:00Z');
  const next = { startsAt: endInIndia, endsAt: new Date('2027-04-30T19:00:00Z'), messagesUsed: 0 };
  expect(await getCurrentUsagePeriod(userId)).toMatchObject(next);
});

test('a usage month counted in UTC that ends after India’s month keeps its end and its usage', async () => {
  const userId = await aCustomer(inMayOf2028);
  setClock('2027-03-28T20:00:00Z');
  const promised = new Date('2027-04-28T19:00:00Z');
  const messageLimit = await openByUtc(userId, endByUtc, promised);
  setClock('2027-04-10T00:00:00Z');
  const month = { startsAt: endByUtc, endsAt: promised, messagesUsed: messageLimit };
  expect(await getCurrentUsagePeriod(userId)).toMatchObject(month);
  setClock('2027-04-29T00:00:00Z');
  const rest = { startsAt: promised, endsAt: new Date('2027-04-30T19:00:00Z'), messagesUsed: 0 };
  expect(await getCurrentUsagePeriod(userId)).toMatchObject({ ...rest, messageLimit });
});

test('a plan month bought in UTC has the quota of a full month', async () => {
  const userId = await aCustomer(endByUtc, true);
  const { messageLimit, endsAt } = await getCurrentUsagePeriod(userId);
  const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });
  expect({ messageLimit, endsAt }).toEqual({ messageLimit: plan.messageLimit, endsAt: endByUtc });
});

test('concurrent calls open one usage month', async () => {
  const userId = await aCustomer(inMayOf2028);
  await openByUtc(userId, began, endByUtc);
  setClock('2027-03-29T12:00:00Z');
  const months = await Promise.all(Array.from({ length: 10 }, () => getCurrentUsagePeriod(userId)));
  expect(new Set(months.map(({ id }) => id)).size).toBe(1);
});
