import { beforeEach, expect, test, vi } from 'vitest';
import { purgePaymentEvents } from '#domain/billing/payments/receive-webhook.ts';
import {
  enqueueRenewalReminders,
  expireSubscriptions,
} from '#domain/billing/subscriptions/end-subscriptions.ts';
import { getCurrentSubscription } from '#domain/billing/subscriptions/get-subscription.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { carrierConfig, carriers, startMailbox, startSmsc } from '../harness/product.ts';
import { startWorker, stopAfterTest } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { aUser, type User } from '../support/account.ts';

const dayMs = 24 * 3_600_000;
const ends = Date.now() + 20 * dayMs;

/** Stops the clock a number of days before the plan ends. */
const standAt = (daysBefore: number, moreMs = 0) =>
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(ends - daysBefore * dayMs + moreMs));

beforeEach(async () => {
  vi.restoreAllMocks();
  await prisma.subscription.deleteMany();
  await prisma.email.deleteMany();
});

const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });

type Given = {
  startsAt?: number;
  endsAt?: number;
  byHand?: boolean;
  status?: 'active' | 'pending_cancellation' | 'expired';
};

/** Creates a period of a month, by default with a payment. @returns its id */
async function aPeriod({ userId }: User, { endsAt = ends, ...given }: Given = {}) {
  const id = newId('ord');
  const startedAt = new Date(given.startsAt ?? endsAt - 30 * dayMs);
  const of = { userId, planId: plan.id };
  const paid = { status: 'completed', paymentId: `pay_${id}`, paidAt: startedAt } as const;
  if (!given.byHand) {
    await prisma.order.create({
      data: { id, ...of, amountPaise: 99_900, createdAt: startedAt, ...paid },
    });
  }
  const times = { startedAt, expiresAt: new Date(endsAt), status: given.status ?? 'active' };
  const orderId = given.byHand ? null : id;
  const row = await prisma.subscription.create({
    data: { id: newId('sub'), ...of, orderId, ...times },
  });
  return row.id;
}

const listReminders = () => prisma.email.findMany({ where: { kind: 'plan_ends_soon' } });

test('all workers together send two reminders of a plan’s end, 7 days and 1 day before the end', async () => {
  const user = await aUser();
  const id = await aPeriod(user);
  const look = async () => {
    const found = await Promise.all(Array.from({ length: 8 }, enqueueRenewalReminders));
    return found.reduce((sum, count) => sum + count, 0);
  };
  standAt(7, -1);
  expect(await look()).toBe(0);
  standAt(7);
  expect(await look()).toBe(1);
  standAt(1, -1);
  expect(await look()).toBe(0);
  standAt(1);
  expect(await look()).toBe(1);
  standAt(0.5);
  expect(await look()).toBe(0);
  expect(await listReminders()).toMatchObject(Array(2).fill({ about: id, email: user.email }));
});

test('after an outage during the time of the first reminder only the last reminder is sent', async () => {
  await aPeriod(await aUser());
  standAt(0.5);
  expect([await enqueueRenewalReminders(), await enqueueRenewalReminders()]).toEqual([1, 0]);
});

test.each<[string, (user: User) => Promise<unknown>]>([
  ['who has cancelled', (user) => aPeriod(user, { status: 'pending_cancellation' })],
  ['whose plan has ended', (user) => aPeriod(user, { endsAt: ends - 7 * dayMs })],
  ['whose plan was refunded', (user) => aPeriod(user, { status: 'expired' })],
  ['whose plan was granted manually', (user) => aPeriod(user, { byHand: true })],
  [
    'who has paid for the next month',
    async (user) => {
      await aPeriod(user);
      await aPeriod(user, { startsAt: ends, endsAt: ends + 30 * dayMs });
    },
  ],
])('sends no reminder to a user %s', async (_who, give) => {
  await give(await aUser());
  standAt(6);
  expect(await enqueueRenewalReminders()).toBe(0);
  expect(await listReminders()).toEqual([]);
});

test('a reminder is about the end of the last of several paid months', async () => {
  const user = await aUser();
  await aPeriod(user, { endsAt: ends - 30 * dayMs });
  const last = await aPeriod(user);
  standAt(31);
  expect(await enqueueRenewalReminders()).toBe(0);
  standAt(6);
  expect(await enqueueRenewalReminders()).toBe(1);
  expect(await listReminders()).toMatchObject([{ about: last }]);
});

test('a period expires at its end, and not before', async () => {
  const user = await aUser();
  const ids = [await aPeriod(user), await aPeriod(user, { status: 'pending_cancellation' })];
  standAt(0, -1);
  expect(await expireSubscriptions()).toBe(0);
  expect(await getCurrentSubscription(user.userId)).not.toBeNull();
  standAt(0);
  expect(await getCurrentSubscription(user.userId)).toBeNull();
  expect(await expireSubscriptions()).toBe(2);
  const rows = await prisma.subscription.findMany({ where: { id: { in: ids } } });
  expect(rows.map(({ status }) => status)).toEqual(['expired', 'expired']);
});

test('events are kept for a month, and anomalies for a year', async () => {
  const now = Date.now();
  const ago = (days: number) => new Date(now - days * dayMs);
  for (const days of [29, 31]) {
    await prisma.paymentEvent.create({
      data: { id: `event ${days}`, event: 'order.paid', receivedAt: ago(days) },
    });
  }
  for (const days of [364, 366]) {
    const fault = { kind: 'paid_twice', detail: `${days}` };
    await prisma.paymentAnomaly.create({ data: { id: newId('flt'), at: ago(days), ...fault } });
  }
  expect(await purgePaymentEvents()).toBe(2);
  expect((await prisma.paymentEvent.findMany()).map(({ id }) => id)).toEqual(['event 29']);
  expect((await prisma.paymentAnomaly.findMany()).map(({ detail }) => detail)).toEqual(['364']);
});

test('the worker sends reminders and expires plans, and skips an outdated email', async () => {
  const [mailbox, smsc] = await Promise.all([startMailbox(), startSmsc()]);
  const [soon, over, renewed] = [await aUser({ name: 'Asha Rao' }), await aUser(), await aUser()];
  await aPeriod(soon, { endsAt: Date.now() + 3 * dayMs });
  const ended = await aPeriod(over, { endsAt: Date.now() - 1 });
  const about = await aPeriod(renewed, { endsAt: Date.now() + 3 * dayMs });
  await aPeriod(renewed, { startsAt: Date.now() + 3 * dayMs, endsAt: Date.now() + 33 * dayMs });
  const now = new Date();
  await prisma.email.create({
    data: {
      ...{ id: newId('mail'), kind: 'plan_ends_soon', email: renewed.email, about },
      ...{ createdAt: now, dueAt: new Date(0) },
    },
  });
  const settings = { SMTP_URL: mailbox.smtpUrl, PUBLIC_URL: 'https://dakiya.example' };
  await stopAfterTest(startWorker({ ...carriers(carrierConfig('first', smsc)), ...settings }));
  const [receivedEmail] = await until('the reminder is there', () => {
    const receivedEmails = mailbox.mails.list(soon.email);
    return receivedEmails.length > 0 ? receivedEmails : null;
  });
  expect(receivedEmail?.text).toContain('Hello Asha Rao,');
  expect(receivedEmail?.text).toContain(`https://dakiya.example/payment?plan=${plan.id}`);
  await until('the other is expired', async () => {
    const row = await prisma.subscription.findUniqueOrThrow({ where: { id: ended } });
    return row.status === 'expired';
  });
  await until('all emails are sent', async () => {
    return (await prisma.email.count({ where: { state: { not: 'sent' } } })) === 0;
  });
  expect(mailbox.mails.list()).toHaveLength(1);
});
