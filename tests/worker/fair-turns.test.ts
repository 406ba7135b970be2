import { beforeEach, expect, test } from 'vitest';
import { startSmsc } from '#domain/messaging/delivery/carriers/scripted-smsc.test-support.ts';
import { prisma } from '#platform/db.server.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { flushRedis } from '../support/flush-redis.ts';
import { deleteMessages } from '../support/messages.ts';
import { startWorker, stopAfterTest } from '../support/programs.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { until } from '../support/until.ts';

beforeEach(async () => {
  await deleteMessages();
  await flushRedis();
});

/** What is left to a busy machine between a response and the worker: a second. */
const aSecond = 50;

/** A worker whose carrier takes so many a second, and by whom what it takes was sent. */
async function aCarrier(rate: number) {
  const smsc = await startSmsc();
  const senders = new Map<string, string>();
  const own = { name: 'only', host: '127.0.0.1', port: smsc.port, systemId: 'a', password: 'b' };
  const settings = { CARRIERS: JSON.stringify([{ ...own, rate }]) };
  return {
    startWorker: () => stopAfterTest(startWorker(settings)),
    /** New numbers of an account. */
    numbers(account: Account, count: number) {
      return Array.from({ length: count }, () => {
        const number = String(9_800_000_000 + senders.size);
        senders.set(`91${number}`, account.userId);
        return number;
      });
    },
    /** The accounts of what was submitted so far, in order. */
    taken: () =>
      smsc.received
        .filter(({ command }) => command === 'submit_sm')
        .map(({ destination_addr }) => senders.get(String(destination_addr)) ?? ''),
  };
}

const twoAccounts = (rate: number) =>
  Promise.all([sharedWeb(), aCarrier(rate), anAccount(), anAccount()]);

const batchTo = (recipients: string[]) => ({
  messages: recipients.map((recipient) => ({ recipient, message: 'Hello' })),
});

test('a message behind a thousand of another account, at 50 a second, is among the next fifty', async () => {
  const [web, carrier, busy, other] = await twoAccounts(50);
  await carrier.startWorker();
  await client(web.url, busy).post('/messages/batch', batchTo(carrier.numbers(busy, 1_000)));
  await until('it is in the middle', () => carrier.taken().length > 60);
  const [number = ''] = carrier.numbers(other, 1);
  await client(web.url, other).send(number, 'Hello');
  const before = carrier.taken().length;
  await until('it is submitted', () => carrier.taken().includes(other.userId));
  expect(carrier.taken().indexOf(other.userId) - before).toBeLessThan(aSecond);
});

test('a code behind two hundred codes of another account, at 50 a second, is among the next fifty', async () => {
  const [web, carrier, busy, other] = await twoAccounts(50);
  const sendCode = (account: Account, recipient: string) =>
    client(web.url, account).post('/messages/send-otp', { recipient });
  const numbers = carrier.numbers(busy, 200);
  const replies = await Promise.all(numbers.map((number) => sendCode(busy, number)));
  expect(replies.map(({ status }) => status)).toEqual(numbers.map(() => 202));
  await carrier.startWorker();
  await until('some are submitted', () => carrier.taken().length > 10);
  const [number = ''] = carrier.numbers(other, 1);
  await sendCode(other, number);
  const before = carrier.taken().length;
  await until('it is submitted', () => carrier.taken().includes(other.userId));
  expect(carrier.taken().indexOf(other.userId) - before).toBeLessThan(aSecond);
});

test('twenty accounts with backlogs of 100 to 670 messages each get their share of any 500', async () => {
  const [web, carrier] = await Promise.all([sharedWeb(), aCarrier(500)]);
  const accounts = await Promise.all(Array.from({ length: 20 }, () => anAccount()));
  await Promise.all(
    accounts.map((account, i) =>
      client(web.url, account).post(
        '/messages/batch',
        batchTo(carrier.numbers(account, 100 + 30 * i)),
      ),
    ),
  );
  await carrier.startWorker();
  await until('2,200 are submitted', () => carrier.taken().length > 2_200);
  const taken = carrier.taken();
  // From when each has had a turn, until the smallest has nothing left.
  const first = Math.max(...accounts.map(({ userId }) => taken.indexOf(userId)));
  const last = Math.min(...accounts.map(({ userId }) => taken.lastIndexOf(userId)));
  expect(last - first).toBeGreaterThan(1_500);
  for (let from = first; from + 500 <= last; from += 100) {
    const span = taken.slice(from, from + 500);
    const shares = accounts.map(({ userId }) => span.filter((one) => one === userId).length);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(22.5);
    expect(Math.max(...shares)).toBeLessThanOrEqual(27.5);
  }
});

test('accounts share by the weight of their plans', async () => {
  const [web, carrier, heavy, light] = await twoAccounts(500);
  const plan = await prisma.plan.findFirstOrThrow({ where: { deliveryWeight: 8 } });
  for (const account of [heavy, light]) {
    await client(web.url, account).post('/messages/batch', batchTo(carrier.numbers(account, 400)));
  }
  await prisma.usagePeriod.updateMany({
    where: { userId: heavy.userId },
    data: { planId: plan.id },
  });
  await carrier.startWorker();
  await until('400 are submitted', () => carrier.taken().length > 400);
  const taken = carrier.taken();
  const first = Math.max(taken.indexOf(heavy.userId), taken.indexOf(light.userId));
  const span = taken.slice(first, first + 240);
  const ofHeavy = span.filter((userId) => userId === heavy.userId).length;
  // Eight to one, as the other is on the default plan.
  expect(Math.abs(ofHeavy - (8 / 9) * span.length)).toBeLessThan(0.1 * span.length);
});
