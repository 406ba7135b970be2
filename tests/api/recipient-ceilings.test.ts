import { expect, onTestFinished, test, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import { grantSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { createSharedCeiling } from '#platform/limits/shared-ceiling.ts';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aMember } from '../support/member.ts';

// Within an hour, one account may send 2 messages to a number, all Free accounts together 4, and all
// accounts together 8.
const ceilings = { OTP_RECIPIENT_PER_HOUR: '8', MESSAGE_RECIPIENT_PER_HOUR: '8' };
const web = await stopAfterFile(startWeb(ceilings));

// Retries a test that calls the web server, because a new hour may begin during the test, which resets the limits.
const mayTurn = { retry: 1 };

let used = 0;
/** A number that no other test uses. */
const aNumber = () => String(9_844_000_000 + 10_000 * ++used);

/** An account with a paid plan. */
async function aPayer(): Promise<Account> {
  const account = await anAccount();
  const expiresAt = new Date(Date.now() + 20 * 24 * 3_600_000);
  const startedAt = new Date(Date.now() - 60_000);
  await grantSubscription({ userId: account.userId, planName: 'Pro', startedAt, expiresAt });
  return account;
}

const send = (account: Account, recipient: string, url = web.url) =>
  client(url, account).post('/messages/send-message', { message: 'Hello', recipient });
const statuses = async (count: number, work: () => Promise<{ status: number }>) => {
  const replies = await Promise.all(Array.from({ length: count }, work));
  return replies.map(({ status }) => status).sort();
};

test(
  'an account may use only its share of a number’s hourly limit, and calls over that share are free of charge',
  mayTurn,
  async () => {
    const [account, other] = [await aPayer(), await aPayer()];
    const to = aNumber();
    expect(await statuses(5, () => send(account, to))).toEqual([202, 202, 429, 429, 429]);
    const refused = await send(account, to);
    expect(refused.body.error).toMatchObject({ code: 'rate_limited', param: 'recipient' });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3_600);
    expect(await getUsage(account)).toEqual({ messagesUsed: 2, apiCallsUsed: 2 });
    // Other accounts and other numbers have separate limits.
    expect((await send(other, to)).status).toBe(202);
    expect((await send(account, aNumber())).status).toBe(202);
  },
);

test(
  'accounts without a paid plan cannot use up a number’s limit for an account with a paid plan',
  mayTurn,
  async () => {
    const to = aNumber();
    const floods = await Promise.all(Array.from({ length: 5 }, () => anAccount()));
    const replies = await Promise.all(
      floods.map((account) => statuses(3, () => send(account, to))),
    );
    expect(replies.flat().filter((status) => status === 202)).toHaveLength(4);
    const bank = await aPayer();
    expect(await statuses(2, () => send(bank, to))).toEqual([202, 202]);
  },
);

test(
  'all accounts together cannot exceed the limit of a number, and each account over the limit gets the same error',
  mayTurn,
  async () => {
    const to = aNumber();
    const payers = await Promise.all(Array.from({ length: 5 }, () => aPayer()));
    const replies = (
      await Promise.all(payers.flatMap((payer) => [send(payer, to), send(payer, to)]))
    ).flat();
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    const own = await send(payers[0] as Account, to);
    const { message } = own.body.error;
    for (const { body } of refused) expect(body.error.message).toBe(message);
  },
);

test(
  'one-time passwords have a separate limit, which messages do not use up',
  mayTurn,
  async () => {
    const to = aNumber();
    const sendCode = (account: Account) =>
      client(web.url, account).post('/messages/send-otp', { recipient: to });
    const floods = await Promise.all(Array.from({ length: 6 }, () => anAccount()));
    await Promise.all(floods.map((account) => send(account, to)));
    const replies = await Promise.all(floods.map(sendCode));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    for (const { body } of refused) {
      expect(body.error).toMatchObject({ code: 'rate_limited', param: 'recipient' });
    }
    expect(await prisma.otp.count({ where: { recipient: `+91${to}` } })).toBe(4);
    expect((await sendCode(await aPayer())).status).toBe(202);
  },
);

test(
  'a code that confirms a number for notifications counts towards the limit of free accounts',
  mayTurn,
  async () => {
    const to = aNumber();
    const sendCode = (account: Account) =>
      client(web.url, account).post('/messages/send-otp', { recipient: to });
    for (let i = 0; i < 4; i++) expect((await sendCode(await anAccount())).status).toBe(202);
    const { visitor } = await aMember(web.url);
    const page = paths.dashboard('settings');
    const response = await visitor.post(page, { intent: 'sms-number', number: to });
    expect(response.html).toContain('This number has reached its hourly limit.');
    for (let i = 0; i < 4; i++) expect((await sendCode(await aPayer())).status).toBe(202);
  },
);

test(
  'each item of a batch has a separate result, and a replay returns the same results',
  mayTurn,
  async () => {
    const account = await aPayer();
    const [one, other] = [aNumber(), aNumber()];
    const messages = [one, other, one, one, other].map((recipient) => ({
      recipient,
      message: 'Hi',
    }));
    const ask = () =>
      client(web.url, account).call('POST', '/messages/batch', {
        body: { messages },
        headers: { 'idempotency-key': 'once' },
      });
    const [first, again] = [await ask(), await ask()];
    const answers = (reply: typeof first) =>
      reply.body.data.map((item: { status: string; error?: { code: string; param: string } }) =>
        item.error ? [item.error.code, item.error.param] : item.status,
      );
    const refused = ['rate_limited', 'recipient'];
    expect(answers(first)).toEqual(['success', 'success', 'success', refused, 'success']);
    expect(again.body).toEqual(first.body);
    expect(await getUsage(account)).toMatchObject({ messagesUsed: 4 });
  },
);

test(
  'replays and sends rejected for quota do not count towards the limit of a number',
  mayTurn,
  async () => {
    const account = await anAccount({ messageLimit: 1 });
    const to = aNumber();
    const keyed = () =>
      client(web.url, account).call('POST', '/messages/send-message', {
        body: { message: 'Hello', recipient: to },
        headers: { 'idempotency-key': 'same' },
      });
    for (let i = 0; i < 4; i++) expect((await keyed()).status).toBe(202);
    for (let i = 0; i < 4; i++) expect((await send(account, aNumber())).status).toBe(402);
    const third = aNumber();
    for (let i = 0; i < 4; i++) expect((await send(account, third)).status).toBe(402);
    await prisma.usagePeriod.updateMany({
      where: { userId: account.userId },
      data: { messageLimit: 10 },
    });
    await until(
      'both of its share are there',
      async () => (await send(account, third)).status === 202,
    );
  },
);

test(
  'while Redis is unavailable each process counts its own calls towards the limit',
  mayTurn,
  async () => {
    const redis = await startPrivateRedis();
    onTestFinished(() => redis.stop());
    const alone = await stopAfterTest(startWeb({ ...ceilings, REDIS_URL: redis.url }));
    await redis.kill();
    const account = await aPayer();
    const to = aNumber();
    const replies = await statuses(5, () => send(account, to, alone.url));
    expect(replies).toEqual([202, 202, 429, 429, 429]);
  },
);

test('counting a thousand numbers takes one round trip, and the limits reset in the next hour', async () => {
  const ceiling = createSharedCeiling('tried', () => ({ all: 4, lesser: 2, each: 1 }));
  const now = new Date('2026-11-22T10:30:00Z');
  const time = vi.spyOn(clock, 'now').mockReturnValue(now);
  onTestFinished(() => time.mockRestore());
  const numbers = Array.from({ length: 1_000 }, (_, i) => String(9_855_000_000 + i));
  const uses = numbers.map((key) => ({ key, at: null }));
  const taker = { id: 'usr_1', isLesser: true };
  const first = await ceiling(taker, uses);
  expect(first.allowed).toEqual(numbers.map(() => true));
  expect(first.resetSeconds).toBe(1_800);
  const second = await ceiling(taker, uses);
  expect(second.allowed).toEqual(numbers.map(() => false));
  first.refund([0, 999]);
  await until('both are given back', async () => {
    const { allowed } = await ceiling(taker, [...uses.slice(0, 1), ...uses.slice(999)]);
    return allowed.every(Boolean);
  });
  time.mockReturnValue(new Date('2026-11-22T11:00:00Z'));
  expect((await ceiling(taker, uses.slice(0, 10))).allowed).toEqual(Array(10).fill(true));
});

test('a deferred message counts in the hour of its send time', async () => {
  const ceiling = createSharedCeiling('waiting', () => ({ all: 4, lesser: 2, each: 1 }));
  const now = new Date('2026-11-22T20:30:00Z');
  const time = vi.spyOn(clock, 'now').mockReturnValue(now);
  onTestFinished(() => time.mockRestore());
  const taker = { id: 'usr_1', isLesser: true };
  const key = String(9_856_000_000);
  const morning = { key, at: new Date('2026-11-23T04:30:00Z') };
  const result = await ceiling(taker, [{ key, at: null }, morning, morning]);
  expect(result.allowed).toEqual([true, true, false]);
  expect(result.resetSeconds).toBe(30_600);
  time.mockReturnValue(new Date('2026-11-23T04:31:00Z'));
  expect((await ceiling(taker, [{ key, at: null }])).allowed).toEqual([false]);
});
