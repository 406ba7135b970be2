import { beforeEach, expect, test } from 'vitest';
import {
  type ScriptedSmsc,
  startSmsc,
} from '#domain/delivery/carriers/scripted-smsc.test-support.ts';
import { addCarrier } from '#domain/delivery/routing/manage-carriers.ts';
import { writeRoute } from '#domain/delivery/routing/route-rows.ts';
import { wakeUpJob } from '#domain/messaging/jobs.ts';
import { prisma, query } from '#platform/db.ts';
import { enqueue } from '#platform/queue.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { deleteMessages } from '../support/messages.ts';

const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker({ CARRIERS: '[]' }))]);

beforeEach(async () => {
  await prisma.route.deleteMany();
  await prisma.carrier.deleteMany();
  await deleteMessages();
});

const senders = new Map<string, string>();

/** Returns unused phone numbers, and records in `senders` that this account sends to them. */
const numbers = (account: Account, count: number) =>
  Array.from({ length: count }, () => {
    const number = String(9_800_000_000 + senders.size);
    senders.set(`91${number}`, account.userId);
    return number;
  });

/** The senders of a carrier's submits, in order. */
const taken = (smsc: ScriptedSmsc) =>
  smsc
    .ofCommand('submit_sm')
    .map(({ destination_addr }) => senders.get(String(destination_addr)) ?? '');

const own = { host: '127.0.0.1', systemId: 'a', password: 'b' };

/**
 * Adds a carrier, to which the worker binds within a second. Messages that were sent before this form the backlog of
 * the carrier.
 */
async function aCarrier(
  name: string,
  more: { rate: number; window?: number; responseTimeoutMs?: number },
) {
  const smsc = await startSmsc();
  await addCarrier({ ...own, name, port: smsc.port, ...more });
  return smsc;
}

/**
 * Waits until the worker has read the routes. To do so, adds a carrier and waits until the worker binds to it, because
 * the worker reads the routes no later than a new carrier.
 */
async function untilRoutesAreRead(): Promise<void> {
  const last = await aCarrier('last', { rate: 1 });
  await until('the routes are read', () => last.ofCommand('bind_transceiver').length > 0);
}

const accounts = (count: number) => Promise.all(Array.from({ length: count }, () => anAccount()));

/** Sends `count` messages from an account. */
async function sendMany(account: Account, count: number): Promise<void> {
  const messages = numbers(account, count).map((recipient) => ({ recipient, message: 'Hello' }));
  const { status } = await client(web.url, account).post('/messages/batch', { messages });
  expect(status).toBe(202);
}

const wakeUp = ({ userId }: Account) => enqueue(wakeUpJob.otp, [{ userId }]);

const sendCode = (account: Account) =>
  client(web.url, account).post('/messages/send-otp', { recipient: numbers(account, 1)[0] });

const untilReserved = ({ userId }: Account) =>
  until('it is reserved', async () => {
    const sql = 'SELECT worker_id FROM message_queue WHERE user_id = $1';
    const rows = await query<{ worker_id: string | null }>('test', sql, [userId]);
    return rows.length > 0 && rows.every(({ worker_id }) => worker_id !== null);
  });

/**
 * Sends a message of `other` during a backlog.
 *
 * @returns how many messages of the backlog are submitted before it
 */
async function countAhead(smsc: ScriptedSmsc, other: Account, send: () => Promise<unknown>) {
  await until('it is in the middle', () => taken(smsc).length > 10);
  // No slot is released until the message is waiting for one.
  const held: (() => void)[] = [];
  smsc.script.submit_sm = (pdu, session) => held.push(() => smsc.usual.submit_sm?.(pdu, session));
  await send();
  await untilReserved(other);
  const before = taken(smsc).length;
  delete smsc.script.submit_sm;
  for (const respond of held) respond();
  await until('it is submitted', () => taken(smsc).includes(other.userId));
  return taken(smsc).indexOf(other.userId) - before;
}

/** The number of submits per account. */
const sharesOf = (all: Account[], span: string[]) =>
  all.map(({ userId }) => span.filter((one) => one === userId).length);

/** The submits from the moment when each account has had one, until the first account has no messages left. */
function whileAllWait(all: Account[], smsc: ScriptedSmsc): string[] {
  const list = taken(smsc);
  const first = Math.max(...all.map(({ userId }) => list.indexOf(userId)));
  const last = Math.min(...all.map(({ userId }) => list.lastIndexOf(userId)));
  return list.slice(first, last);
}

test('at most five of a thousand waiting messages are submitted before a new message of another account', async () => {
  const [busy, other] = (await accounts(2)) as [Account, Account];
  await sendMany(busy, 1_000);
  const smsc = await aCarrier('only', { rate: 50, window: 2 });
  expect(await countAhead(smsc, other, () => sendMany(other, 1))).toBeLessThanOrEqual(5);
});

test('at most five of a thousand waiting codes are submitted before a new code of another account', async () => {
  const [busy, other] = (await accounts(2)) as [Account, Account];
  await sendMany(busy, 1_000);
  // The test moves messages to the OTP lane, because this is faster than sending a thousand codes.
  await prisma.queuedMessage.updateMany({ data: { kind: 'otp' } });
  const smsc = await aCarrier('only', { rate: 50, window: 2 });
  await wakeUp(busy);
  expect(await countAhead(smsc, other, () => sendCode(other))).toBeLessThanOrEqual(5);
});

test('each of twenty accounts with backlogs of 50 to 145 messages gets a fair share of any 250 submits', async () => {
  const all = await accounts(20);
  await Promise.all(all.map((account, i) => sendMany(account, 50 + 5 * i)));
  const smsc = await aCarrier('only', { rate: 500 });
  await until('1,100 are submitted', () => taken(smsc).length > 1_100);
  const span = whileAllWait(all, smsc);
  expect(span.length).toBeGreaterThan(750);
  for (let from = 0; from + 250 <= span.length; from += 50) {
    const shares = sharesOf(all, span.slice(from, from + 250));
    // An equal share of 250 submits for 20 accounts is 12.5 submits. Shares of 12 and 13 differ from it by less than a
    // tenth.
    expect([Math.min(...shares), Math.max(...shares)]).toEqual([12, 13]);
  }
});

test('accounts share a carrier by the weight of their plans', async () => {
  const [heavy, light] = (await accounts(2)) as [Account, Account];
  const plan = await prisma.plan.findFirstOrThrow({ where: { deliveryWeight: 8 } });
  for (const account of [heavy, light]) await sendMany(account, 250);
  await prisma.usagePeriod.updateMany({
    where: { userId: heavy.userId },
    data: { planId: plan.id },
  });
  const smsc = await aCarrier('only', { rate: 500 });
  await until('270 are submitted', () => taken(smsc).length > 270);
  const span = whileAllWait([heavy, light], smsc).slice(0, 240);
  const [ofHeavy = 0] = sharesOf([heavy], span);
  // The ratio is eight to one, because the other account is on the default plan.
  expect(Math.abs(ofHeavy - (8 / 9) * span.length)).toBeLessThan(0.1 * span.length);
});

test('an account with its own route gets the same share of a carrier as each of twenty other accounts', async () => {
  const all = await accounts(21);
  const [alone] = all as [Account];
  await Promise.all(all.map((account) => sendMany(account, 20)));
  const smsc = await aCarrier('only', { rate: 500 });
  await writeRoute({ name: 'own', accounts: [alone.userId], carriers: [{ name: 'only' }] });
  await until('all are submitted', () => taken(smsc).length === 21 * 20);
  const span = whileAllWait(all, smsc);
  expect(span.length).toBeGreaterThan(250);
  const [ofAlone = 0] = sharesOf([alone], span);
  expect(Math.abs(ofAlone - span.length / 21)).toBeLessThanOrEqual(2);
});

test('messages that one carrier rejected do not give their account more than its usual share of the next carrier', async () => {
  const all = await accounts(6);
  const [refused, ...others] = all as [Account, ...Account[]];
  const [refusing, smsc] = await Promise.all([
    aCarrier('refusing', { rate: 500 }),
    aCarrier('only', { rate: 200 }),
  ]);
  refusing.script.submit_sm = (pdu, session) =>
    session.send(pdu.response({ command_status: 0x08 }));
  const carriers = [{ name: 'refusing' }, { name: 'only', step: 2 }];
  await writeRoute({ name: 'others', priority: 200, carriers: [{ name: 'only' }] });
  await writeRoute({ name: 'own', accounts: [refused.userId], carriers });
  await untilRoutesAreRead();
  await Promise.all(others.map((account) => sendMany(account, 150)));
  // The worker binds to carriers one after the other. Before both carriers are bound, one account would have a carrier
  // to itself.
  await until('the others take turns', () => sharesOf(others, taken(smsc)).every((share) => share));
  await sendMany(refused, 100);
  await until('40 of it are submitted', () => (sharesOf([refused], taken(smsc))[0] ?? 0) >= 40);
  expect(taken(refusing)).toContain(refused.userId);
  const [ofRefused = 0, ...ofOthers] = sharesOf(all, whileAllWait(all, smsc));
  expect(ofRefused).toBeLessThanOrEqual(1.2 * Math.min(...ofOthers));
});

test('an account whose carrier is down or does not respond does not delay other accounts', async () => {
  const [unlucky, cut, other] = (await accounts(3)) as [Account, Account, Account];
  const [silent, smsc] = await Promise.all([
    aCarrier('silent', { rate: 500, window: 5, responseTimeoutMs: 60_000 }),
    aCarrier('only', { rate: 500 }),
    addCarrier({ ...own, name: 'down', port: 1, rate: 500 }),
  ]);
  silent.script.submit_sm = () => undefined;
  await writeRoute({ name: 'silent', accounts: [unlucky.userId], carriers: [{ name: 'silent' }] });
  await writeRoute({ name: 'down', accounts: [cut.userId], carriers: [{ name: 'down' }] });
  await writeRoute({ name: 'others', priority: 200, carriers: [{ name: 'only' }] });
  await untilRoutesAreRead();
  for (const account of [unlucky, cut]) await sendMany(account, 300);
  // One of the five slots is reserved for codes.
  await until('its window is full', () => taken(silent).length === 4);
  await sendMany(other, 100);
  await until('all of the other account are submitted', () => taken(smsc).length >= 100);
  expect(new Set(taken(smsc))).toEqual(new Set([other.userId]));
  expect(taken(silent).length).toBe(4);
});
