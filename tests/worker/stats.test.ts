import { afterEach, expect, test, vi } from 'vitest';
import { logOf } from '#app/messages/contract.ts';
import { readFilter } from '#app/messages/read-filter.server.ts';
import { expireMessages } from '#domain/delivery/reconcile/end-waiting-messages.ts';
import { markAbandonedMessagesUnknown } from '#domain/delivery/reconcile/recover-lost-workers.ts';
import { summarizeMessages } from '#domain/messaging/messages/summarize-messages.ts';
import { sendOtp } from '#domain/messaging/otp/send-otp.ts';
import { verifyOtp } from '#domain/messaging/otp/verify-otp.ts';
import {
  purgeOldStats,
  rollUpOldHours,
  rollUpStats,
} from '#domain/messaging/stats/add-stats-sql.ts';
import {
  type Dimension,
  dimensions,
  periodOf,
  type StatFilter,
  type StatStep,
  toPeriod,
} from '#domain/messaging/stats/contract.ts';
import { readStats } from '#domain/messaging/stats/read-stats.ts';
import { indiaOffsetMs, startOfDayInIndia } from '#domain/shared/days-in-india.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { prisma } from '#platform/db.ts';
import type { Message } from '#prisma/generated/client.ts';
import { startProduct } from '../harness/product.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount } from '../support/account.ts';
import { countDailyStats, countMedianLatency } from '../support/count-stats.ts';
import {
  acceptTestMessage,
  recordTestAttempt,
  recordTestLateResponse,
  recordTestReceipts,
  toCaller,
} from '../support/message-fixtures.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { createRandom, seed } from '../support/random.ts';

const now = new Date('2026-11-20T06:30:00Z');
const hourMs = 3_600_000;
const ofNothing = {
  ...{ keyId: '', sender: '', templateId: '', category: '', carrier: '', code: '' },
};
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs);

afterEach(() => vi.restoreAllMocks());
const setClock = (at: Date) => {
  vi.spyOn(clock, 'now').mockReturnValue(at);
  vi.spyOn(databaseClock, 'now').mockReturnValue(at.getTime());
};

const lastDays = (userId: string) => readStats(userId, periodOf('30d', clock.now()));

const toDay = ({ at, accepted, delivered, failed, otpSent, otpVerified }: StatStep) => ({
  day: new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 10),
  ...{ accepted, delivered, failed, otpSent, otpVerified },
});

/** The displayed statistics of the days with any count. */
async function shownDays(userId: string) {
  const days = (await lastDays(userId)).steps.map(toDay);
  const some = days.filter(({ day: _, ...counts }) => Object.values(counts).some(Boolean));
  return Object.fromEntries(some.map(({ day, ...counts }) => [day, counts]));
}

/** Expects the displayed statistics to match the rows, now and after two concurrent roll-ups. */
async function expectExact({ userId }: Account) {
  const counted = await countDailyStats(userId);
  expect(await shownDays(userId)).toEqual(counted);
  await Promise.all([rollUpStats(), rollUpStats()]);
  expect(await prisma.statIncrement.count()).toBe(0);
  expect(await shownDays(userId)).toEqual(counted);
}

/** Evenly spread numbers between 0 and 1, the same in each run: the fractional parts of multiples of the golden ratio. */
const evenly = (i: number) => (i * 0.618_033_988_749_895) % 1;

/** Scenarios of messages that reach each final state, or no final state. */
const scenarios: ((
  caller: Awaited<ReturnType<typeof toCaller>>,
  at: Date,
  share: number,
) => Promise<void>)[] = [
  async (caller, at, share) => {
    const message = await acceptTestMessage(caller, at, 3);
    await recordTestAttempt(message, 'sent');
    await recordTestReceipts(message, 'delivered', 400 * 4 ** share);
  },
  async (caller, at) => {
    const message = await acceptTestMessage(caller, at, 2);
    await recordTestAttempt(message, 'sent');
    // Two workers settle one segment each, and the message is settled once.
    const parts = [
      recordTestReceipts(message, 'undelivered', 900),
      recordTestReceipts(message, 'delivered', 900),
    ];
    await Promise.all(parts);
  },
  async (caller, at) => recordTestAttempt(await acceptTestMessage(caller, at), 'failed'),
  async (caller, at) => recordTestAttempt(await acceptTestMessage(caller, at), 'expired'),
  async (caller, at) => {
    const message = await acceptTestMessage(caller, at);
    await recordTestAttempt(message, 'unknown');
    await Promise.all([
      recordTestLateResponse(message, 0x0b),
      recordTestLateResponse(message, 0x0b),
    ]);
  },
  async (caller, at) => {
    const message = await acceptTestMessage(caller, at);
    await recordTestAttempt(message, 'unknown');
    await recordTestLateResponse(message, 0);
    await recordTestReceipts(message, 'delivered', 800);
  },
  // Messages without a final state: sent, unknown and queued.
  async (caller, at) => recordTestAttempt(await acceptTestMessage(caller, at), 'sent'),
  async (caller, at) => recordTestAttempt(await acceptTestMessage(caller, at), 'unknown'),
  async (caller, at) => {
    await acceptTestMessage(caller, at);
  },
  // The reconciler expires this message.
  async (caller, at) => {
    await acceptTestMessage(caller, at, 1, 1);
  },
  // The reconciler expires this message, unless the carrier rejects it first.
  async (caller, at) => recordTestAttempt(await acceptTestMessage(caller, at, 1, 1), 'failed'),
];

test('daily statistics equal a full count of the rows, before and after the roll-up', async () => {
  const account = await anAccount({ messageLimit: 150 });
  const other = await anAccount();
  const [caller, stranger] = [await toCaller(account), await toCaller(other)];
  setClock(now);
  const load = Array.from({ length: 200 }, (_, i) =>
    scenarios[i % scenarios.length]?.(
      i % 7 === 0 ? stranger : caller,
      hoursAgo(evenly(i) * 14 * 24),
      evenly(i * 7),
    ),
  );
  await Promise.all([...load, rollUpStats(), expireMessages()]);
  await Promise.all([expireMessages(), expireMessages(), rollUpStats(), rollUpStats()]);
  await markAbandonedMessagesUnknown();

  expect(await prisma.message.count({ where: { userId: account.userId } })).toBeLessThan(172);
  await expectExact(account);
  await expectExact(other);
  const { delivery } = (await lastDays(account.userId)).total;
  const ratio = (delivery.p50 ?? 0) / (await countMedianLatency(account.userId));
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThan(1.25);
});

test('over the last 30 days, messages and codes count on the day on which they were accepted, by India’s time', async () => {
  const account = await anAccount();
  const caller = await toCaller(account);
  setClock(now);
  for (const time of [
    '2026-10-21T18:29:59.999Z',
    '2026-10-21T18:30:00.000Z',
    '2026-11-19T18:29:59.999Z',
    '2026-11-19T18:30:00.000Z',
  ]) {
    vi.spyOn(databaseClock, 'now').mockReturnValue(Date.parse(time) + 10 * hourMs);
    const message = await acceptTestMessage(caller, new Date(time));
    await recordTestAttempt(message, 'sent');
    await recordTestReceipts(message, 'delivered', 10 * hourMs);
  }
  const one = { accepted: 1, delivered: 1, failed: 0, otpSent: 0, otpVerified: 0 };
  const days = { '2026-10-22': one, '2026-11-19': one, '2026-11-20': one };
  expect(await shownDays(account.userId)).toEqual(days);
  const { total, steps } = await lastDays(account.userId);
  const all = steps.map(toDay);
  expect(total).toMatchObject({ ...one, accepted: 3, delivered: 3 });
  expect([all.length, all[0]?.day, all[29]?.day]).toEqual([30, '2026-10-22', '2026-11-20']);
});

test('a code is counted once as sent, even if it is resent, and once as verified', async () => {
  const account = await anAccount();
  const caller = await toCaller(account);
  const recipient = '+919876543210';
  // The code is sent before midnight in India and verified after it.
  setClock(new Date('2026-11-19T18:28:00Z'));
  await sendOtp(caller, { recipient, otp_length: 6 }, '');
  setClock(new Date('2026-11-19T18:29:00Z'));
  const { otpId } = (await sendOtp(caller, { recipient, otp_length: 6 }, '')).data;
  setClock(new Date('2026-11-19T18:31:00Z'));
  const code = codeOfRow(await prisma.otp.findUniqueOrThrow({ where: { id: otpId } }));
  const wrong = code === '000000' ? '000001' : '000000';
  const guesses = [wrong, code, code, wrong].map((one) =>
    verifyOtp(caller, { otpId, recipient, code: one, service: null }),
  );
  const results = await Promise.allSettled(guesses);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const shown = await shownDays(account.userId);
  expect(shown).toMatchObject({ '2026-11-19': { accepted: 2, otpSent: 1, otpVerified: 1 } });
  await expectExact(account);
});

test('statistics are deleted after 400 days', async () => {
  const { userId } = await anAccount();
  setClock(now);
  const row = { userId, metric: 'accepted', latencyBucket: 0, count: 1 } as const;
  const days = ['2025-10-16', '2025-10-17', '2026-11-20'].map((day) => startOfDayInIndia(day));
  await prisma.accountStat.createMany({
    data: days.map((beginsAt) => ({ ...row, ...ofNothing, beginsAt })),
  });
  expect(await purgeOldStats()).toBe(1);
  const kept = await prisma.accountStat.findMany({
    where: { userId },
    orderBy: { beginsAt: 'asc' },
  });
  expect(kept.map(({ beginsAt }) => beginsAt)).toEqual(days.slice(1));
});

test('hourly counts become daily counts after eight days, and each count stays in its day', async () => {
  const { userId } = await anAccount();
  setClock(now);
  const row = { userId, metric: 'accepted', latencyBucket: 0, count: 1, ...ofNothing } as const;
  const hours = [
    '2026-11-10T18:30:00Z',
    '2026-11-10T19:30:00Z',
    '2026-11-11T17:30:00Z',
    '2026-11-11T18:30:00Z',
    '2026-11-12T18:30:00Z',
    '2026-11-13T08:30:00Z',
  ];
  await prisma.accountStat.createMany({
    data: hours.map((hour) => ({ ...row, beginsAt: new Date(hour) })),
  });
  expect(await rollUpOldHours()).toBeGreaterThanOrEqual(2);
  const left = await prisma.accountStat.findMany({
    where: { userId },
    orderBy: { beginsAt: 'asc' },
  });
  expect(left.map(({ beginsAt, count }) => [beginsAt.toISOString(), count])).toEqual([
    ['2026-11-10T18:30:00.000Z', 3],
    ['2026-11-11T18:30:00.000Z', 1],
    ['2026-11-12T18:30:00.000Z', 1],
    ['2026-11-13T08:30:00.000Z', 1],
  ]);
});

test('days that were counted by release 0.9.0 are read and moved exactly once', async () => {
  const account = await anAccount();
  setClock(now);
  const row = { userId: account.userId, metric: 'accepted', latencyBucket: 0 } as const;
  const day = new Date('2026-11-19');
  await prisma.dailyStat.create({ data: { ...row, day, count: 5 } });
  await prisma.statIncrement.create({ data: { ...row, day, count: 2 } });
  const none = { delivered: 0, failed: 0, otpSent: 0, otpVerified: 0 };
  const expected = { '2026-11-19': { ...none, accepted: 7 } };
  expect(await shownDays(account.userId)).toEqual(expected);
  await Promise.all([rollUpStats(), rollUpStats()]);
  expect(await prisma.dailyStat.count({ where: { userId: account.userId } })).toBe(0);
  expect(await shownDays(account.userId)).toEqual(expected);
});

/** The values by which the statistics count a message of the log. */
const valuesOf = (message: Message): Record<Dimension, string> => ({
  key: message.keyId,
  sender: message.sender,
  template: message.templateId ?? '',
  category: message.promotional ? 'promotional' : 'transactional',
  carrier: message.state === 'delivered' || message.state === 'undelivered' ? 'first' : '',
});

const failedStates = ['undelivered', 'failed', 'expired'];

/** The statistics of these messages, counted one by one. */
const countLog = (messages: Message[], ofCarrier: boolean) => {
  const delivered = messages.filter(({ state }) => state === 'delivered').length;
  const failed = messages.filter(({ state }) => failedStates.includes(state));
  const reasons: Record<string, number> = {};
  for (const { reason } of failed) {
    const [code = ''] = (reason ?? '').split(':');
    reasons[code] = (reasons[code] ?? 0) + 1;
  }
  const accepted = ofCarrier ? delivered + failed.length : messages.length;
  return { accepted, delivered, failed: failed.length, reasons };
};

/** The counts of the message log at the address to which the figures link. */
async function countBehindLink(wanted: Parameters<typeof logOf>[0], userId: string) {
  const { narrowed } = readFilter(new URL(logOf(wanted), 'http://localhost').searchParams);
  if (!narrowed) throw new Error('The address has an invalid filter.');
  return (await summarizeMessages(userId, { ...narrowed, livemode: true }, undefined)).counts;
}

test('any filter and breakdown of the statistics agrees with the message log, and with the pages of the log to which the statistics link', async () => {
  const account = await anAccount({ messageLimit: 1_000 });
  const caller = await toCaller(account);
  setClock(now);
  const random = createRandom('statistics agree with the log');
  const { pick } = random;
  for (let i = 0; i < 150; i++) {
    const message = await acceptTestMessage(caller, hoursAgo(random.next() * 50), 1, undefined, {
      key_id: pick([`dk_${'a'.repeat(20)}`, `dk_${'b'.repeat(20)}`]),
      sender: pick(['DAKIYA', 'MYSHOP']),
      template_id: pick(['1007001', '1007002', null]),
      promotional: pick([true, false]),
    });
    const end = pick(['delivered', 'undelivered', 'failed', 'sent', 'queued'] as const);
    if (end === 'queued') continue;
    await recordTestAttempt(
      message,
      end === 'failed' ? 'failed' : 'sent',
      pick(['a: b', 'c', null]),
    );
    if (end === 'delivered' || end === 'undelivered')
      await recordTestReceipts(message, end, 1_000 * random.next());
    if (random.next() < 0.1) await rollUpStats();
  }
  const log = await prisma.message.findMany({ where: { userId: account.userId } });
  for (let i = 0; i < 60; i++) {
    const begin = hoursAgo(random.next() * 50);
    const end = new Date(begin.getTime() + random.next() * 30 * hourMs);
    const period = toPeriod(begin, end, now);
    const { from, to } = period;
    const filter: StatFilter = {};
    for (const dimension of dimensions)
      if (random.next() < 0.3) filter[dimension] = valuesOf(pick(log))[dimension];
    const splitBy = pick(dimensions);
    const matching = log.filter(
      (message) =>
        message.createdAt >= from &&
        message.createdAt < to &&
        Object.entries(filter).every(
          ([one, value]) => valuesOf(message)[one as Dimension] === value,
        ),
    );
    const stats = await readStats(account.userId, period, { filter, splitBy });
    const { reasons, ...counts } = countLog(matching, filter.carrier !== undefined);
    const context = JSON.stringify({ seed, from, to, filter, splitBy });
    // The statistics count messages without a carrier only if they failed, so the counts for the empty carrier differ
    // from those of the log.
    if (filter.carrier !== '') expect(stats.total, context).toMatchObject(counts);
    if (filter.carrier !== '') {
      const { delivered, failed } = await countBehindLink({ ...filter, from, to }, account.userId);
      expect({ delivered, failed }, context).toMatchObject({
        delivered: counts.delivered,
        failed: counts.failed,
      });
    }
    const found = Object.fromEntries(stats.reasons.map(({ code, count }) => [code, count]));
    expect(found, context).toEqual(reasons);
    const sum = stats.steps.reduce((all, { delivered }) => all + delivered, 0);
    expect(sum, context).toBe(counts.delivered);
    for (const part of stats.parts) {
      const of = matching.filter((message) => valuesOf(message)[splitBy] === part.value);
      const { reasons: _, ...expected } = countLog(
        of,
        splitBy === 'carrier' || filter.carrier !== undefined,
      );
      expect(part, context).toMatchObject(expected);
    }
  }
});

test('each result of the sandbox’s carrier is counted, and the worker rolls the counts up', async () => {
  const { call, account, reach } = await startProduct();
  const states = { '9876543210': 'delivered', '9999900002': 'undelivered', '9999900003': 'failed' };
  for (const [number, state] of Object.entries({ ...states, '9999900009': 'delivered' })) {
    const { body } = await call.send(number, 'Hello');
    await reach(body.data._id, state);
  }
  await until('the worker has rolled up', async () => (await prisma.statIncrement.count()) === 0);
  const { total } = await lastDays(account.userId);
  expect(total).toMatchObject({ accepted: 4, delivered: 2, failed: 2 });
  expect(total.delivery.p50).toBeGreaterThan(0);
  await expectExact(account);
});
