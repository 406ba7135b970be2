import { inspect } from 'node:util';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { parseCarrier } from '#domain/delivery/carriers/carrier-config.ts';
import { startSmsc as startScripted } from '#domain/delivery/carriers/scripted-smsc.test-support.ts';
import {
  checkCarrierHealth,
  countSettled,
  countSubmit,
  purgeCarrierMinutes,
} from '#domain/delivery/health/check-health.ts';
import { followCarriers, seedCarriers } from '#domain/delivery/routing/follow-carriers.ts';
import {
  addCarrier,
  CarrierError,
  findCarrier,
  listCarriers,
  pauseCarrier,
  removeCarrier,
  replaceCarrier,
} from '#domain/delivery/routing/manage-carriers.ts';
import { writeRoute } from '#domain/delivery/routing/route-rows.ts';
import { prisma } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { carrierConfig, startSharedProduct, startSmsc } from '../harness/product.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';

/**
 * How long a test waits for a change, in milliseconds. A change takes effect within a second; the rest of the time
 * allows for a busy machine.
 */
const soonMs = 4_000;

const to = '9876543210';

/** The worker's settings name one carrier, `first`. */
const useProduct = await startSharedProduct();

/** Adds a carrier with a new SMSC, and waits until the worker is bound to it. */
async function addBound(name: string, more: Record<string, unknown> = {}) {
  const smsc = await startSmsc();
  const config = carrierConfig(name, smsc, more);
  await addCarrier(config);
  const tookMs = await timed(`${name} is bound`, () => smsc.connections() === 1);
  return { smsc, config, tookMs };
}

/**
 * Waits for the effect of a change.
 *
 * @returns the time in milliseconds
 */
async function timed(what: string, isSo: () => boolean): Promise<number> {
  const began = performance.now();
  await until(what, isSo);
  return performance.now() - began;
}

type Product = Awaited<ReturnType<typeof useProduct>>;

/** Sends messages until one is delivered by a carrier. @returns it with its timeline */
const untilDeliveredBy = (name: string, { call, reach }: Product) =>
  until(`${name} delivers`, async () => {
    const { body } = await call.send(to, 'Hello');
    const message = await reach(body.data._id, 'delivered');
    return message.timeline.at(-1).carrier === name && message;
  });

/** A time in milliseconds that is much longer than a message waits if a carrier can be used. */
const heldMs = 1_000;

const untilNoneIsSent = ({ call }: Product) =>
  until('the pause is felt', async () => {
    const { body } = await call.send(to, 'Hello');
    const began = performance.now();
    const id = body.data._id;
    const ended = await until('it leaves or is held', async () => {
      const { state } = await prisma.message.findFirstOrThrow({ where: { id } });
      if (state !== 'queued') return 'left';
      return performance.now() - began > heldMs && 'held';
    });
    return ended === 'held';
  });

const eventsOf = ({ timeline }: { timeline: { event: string; carrier: string | null }[] }) =>
  timeline.map(({ event, carrier }) => [event, carrier]);

beforeEach(async () => {
  await prisma.route.deleteMany();
  await checkCarrierHealth();
  await prisma.carrierMinute.deleteMany();
  await prisma.carrier.deleteMany({ where: { source: 'operator' } });
  await prisma.carrier.updateMany({
    data: { outSince: null, outReason: null, backSince: null, pausedAt: null },
  });
});

test('within a second, a worker binds to a carrier that was added, and sends it the messages that waited for a paused carrier', async () => {
  const product = await useProduct();
  expect((await addBound('second')).tookMs).toBeLessThan(soonMs);
  await pauseCarrier('first', true);
  await untilDeliveredBy('second', product);
  // The paused carrier stays bound, because receipts may still arrive.
  expect(product.smsc.connections()).toBe(1);
});

test('messages wait while the only carrier is paused, and are sent within a second after the carrier resumes', async () => {
  const product = await useProduct();
  const { call, smsc, reach } = product;
  await pauseCarrier('first', true);
  await untilNoneIsSent(product);
  const { body } = await call.send('9876543211', 'Waits');
  await pauseCarrier('first', false);
  const submitted = () => smsc.ledger.acceptedFor('919876543211') === 1;
  expect(await timed('it has left', submitted)).toBeLessThan(soonMs);
  await reach(body.data._id, 'delivered');
});

test('messages wait while the only carrier does not respond, and are delivered when it responds', async () => {
  const product = await useProduct();
  const { call, reach } = product;
  await pauseCarrier('first', true);
  await untilNoneIsSent(product);
  // This carrier is added as late as possible, because each failed connection doubles the delay until the next attempt.
  const port = await freePort();
  await addCarrier(carrierConfig('away', { port }));
  const { body } = await call.send('9876543298', 'Waits');
  await reach(body.data._id, 'queued');
  await startSmsc({ port });
  await reach(body.data._id, 'delivered');
});

test('a message that no carrier accepts within its validity expires, and its unit is credited back', async () => {
  const product = await useProduct();
  const { account, reach } = product;
  await pauseCarrier('first', true);
  await untilNoneIsSent(product);
  const before = (await getUsage(account)).messagesUsed;
  const web = await stopAfterTest(startWeb({ MESSAGE_VALIDITY_HOURS: String(1 / 3_600) }));
  const { body } = await client(web.url, account).send(to, 'Hello');
  const message = await reach(body.data._id, 'expired');
  expect(message.timeline.map(({ event }: { event: string }) => event)).toEqual([
    ...['queued', 'expired'],
  ]);
  expect((await getUsage(account)).messagesUsed).toBe(before);
});

test('receipts with decimal ids match the hexadecimal ids of a carrier’s responses', async () => {
  const product = await useProduct();
  const formats = { submitIdFormat: 'hex', receiptIdFormat: 'decimal' } as const;
  const smsc = await startSmsc(formats);
  await addCarrier(carrierConfig('hex', smsc, formats));
  await pauseCarrier('first', true);
  await untilDeliveredBy('hex', product);
});

test('the next carrier takes over when the first carrier throttles or is down, and the timeline shows this', async () => {
  const product = await useProduct();
  const { account, call, reach } = product;
  const { smsc } = await addBound('one');
  await addBound('two');
  const inOrder = [{ name: 'one' }, { name: 'two', step: 2 }];
  await writeRoute({ name: 'own', accounts: [account.userId], carriers: inOrder });
  await untilDeliveredBy('one', product);
  smsc.network.set('throttled', null);
  const throttled = await call.send(to, 'Throttled by the first');
  expect(eventsOf(await reach(throttled.body.data._id, 'delivered'))).toEqual([
    ['queued', null],
    ['refused', 'one'],
    ['submitted', 'two'],
    ['receipt', 'two'],
  ]);
  await smsc.close();
  const down = await call.send(to, 'The first is down');
  expect(eventsOf(await reach(down.body.data._id, 'delivered'))).toEqual([
    ['queued', null],
    ['skipped', 'one'],
    ['submitted', 'two'],
    ['receipt', 'two'],
  ]);
});

test('a removed carrier finishes its pending submits, and is then unbound', async () => {
  const product = await useProduct();
  const { call, reach } = product;
  const { smsc } = await addBound('second', { responseTimeoutMs: 5_000 });
  await pauseCarrier('first', true);
  await untilDeliveredBy('second', product);
  smsc.network.set('answered-late', null);
  const { body } = await call.send('9876543299', 'In flight');
  await until('the second has it', () => smsc.ledger.acceptedFor('919876543299') === 1);
  await removeCarrier('second');
  expect((await reach(body.data._id, 'sent', 'delivered')).status).not.toBe('unknown');
  await until('it is unbound', () => smsc.connections() === 0);
});

test('changing a carrier’s limits keeps the connection, and changing its host opens a new connection', async () => {
  const smsc = await startScripted();
  const config = carrierConfig('second', smsc);
  await addCarrier(config);
  await smsc.until('bind_transceiver', 1);
  await replaceCarrier({ ...config, rate: 7, window: 3 });
  // When the worker has bound to this carrier, it has also read the change.
  await addBound('third');
  expect(smsc.ofCommand('bind_transceiver')).toHaveLength(1);

  const moved = await startSmsc();
  await replaceCarrier({ ...config, port: moved.port });
  await until('it has moved', () => moved.connections() === 1);
  await smsc.until('unbind', 1);
});

test('a carrier with an invalid row does not affect other carriers, and its error is logged without its password', async () => {
  const logged = vi.spyOn(logger, 'error');
  onTestFinished(() => logged.mockRestore());
  await addCarrier(carrierConfig('second', await startSmsc(), { password: 'p4ss' }));
  await prisma.carrier.update({ where: { name: 'second' }, data: { profile: { rate: 'fast' } } });
  await addBound('third');
  const problem = 'rate: Invalid input: expected number, received string';
  expect((await listCarriers()).unusable).toMatchObject([{ name: 'second', problem }]);
  await expect(findCarrier('second')).rejects.toThrow(problem);

  const row = await prisma.carrierBind.findFirstOrThrow({ where: { carrier: { name: 'third' } } });
  const { id, encryptedPassword } = row;
  const bytes = Buffer.from(encryptedPassword).fill(0, encryptedPassword.length - 4);
  await prisma.carrierBind.update({ where: { id }, data: { encryptedPassword: bytes } });
  expect((await listCarriers()).unusable).toHaveLength(2);
  const { config } = await findCarrier('first');
  const following = followCarriers([config], { change: () => undefined, read: () => undefined });
  await following.first;
  following.stop();
  const said = inspect(logged.mock.calls, { depth: 9 });
  expect(said).toContain(problem);
  expect(said).toContain("carrier: 'third'");
  expect(said).not.toContain('p4ss');
});

test('a carrier whose password was encrypted with another key can be changed and removed', async () => {
  const smsc = await startScripted();
  for (const name of ['second', 'third']) await addCarrier(carrierConfig(name, smsc));
  for (const { id, encryptedPassword } of await prisma.carrierBind.findMany({
    where: { carrier: { name: { in: ['second', 'third'] } } },
  })) {
    const bytes = Buffer.from(encryptedPassword).fill(0, encryptedPassword.length - 4);
    await prisma.carrierBind.update({ where: { id }, data: { encryptedPassword: bytes } });
  }
  expect((await listCarriers()).unusable.map(({ name }) => name)).toEqual(['second', 'third']);
  await replaceCarrier(carrierConfig('second', smsc));
  await removeCarrier('third');
  const { rows, unusable } = await listCarriers();
  expect([rows.map(({ config }) => config.name), unusable]).toEqual([['first', 'second'], []]);
});

test('commands cannot change carriers from the settings, or carriers that do not exist', async () => {
  const config = carrierConfig('first', (await useProduct()).smsc);
  for (const attempt of [
    () => addCarrier(config),
    () => replaceCarrier(config),
    () => removeCarrier('first'),
    () => removeCarrier('none'),
    () => pauseCarrier('none', true),
  ]) {
    await expect(attempt()).rejects.toThrow(CarrierError);
  }
  await expect(addCarrier({ ...config, name: 'second', rat: 5 })).rejects.toThrow('rat');
  await expect(
    addCarrier({ ...config, name: 'second', binds: [{ mode: 'transmitter' }] }),
  ).rejects.toThrow('receiver');
  expect((await listCarriers()).rows.map((row) => row.config.name)).toEqual(['first']);
});

test('workers that start concurrently add each carrier of their settings only once, and keep paused carriers paused', async () => {
  const smsc = await startSmsc();
  const { config } = await findCarrier('first');
  const more = parseCarrier(carrierConfig('seeded', smsc));
  await pauseCarrier('first', true);
  await Promise.all(Array.from({ length: 5 }, () => seedCarriers([more, config])));
  const { rows } = await listCarriers();
  expect(rows.map((row) => [row.config.name, row.pausedAt !== null])).toEqual([
    ['seeded', false],
    ['first', true],
  ]);
  const before = await prisma.carrierBind.findMany({ orderBy: { id: 'asc' } });
  await seedCarriers([more, config]);
  expect(await prisma.carrierBind.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
  await seedCarriers([config]);
  expect((await listCarriers()).rows.map((row) => row.config.name)).toEqual(['first']);
});

/** Returns since when and why a carrier has been unhealthy. */
const outOf = async (name: string) =>
  (await listCarriers()).rows.find(({ config }) => config.name === name)?.out;

/** Adds a carrier that sends nothing, so it has only the counts that a test adds. */
async function addIdle() {
  await addCarrier(carrierConfig('idle', { port: await freePort() }));
  await pauseCarrier('idle', true);
}

const settle = (carrier: string, userId: string, state: string, tookMs = 1_000) =>
  countSettled({ carrier, userId, state, sentAt: new Date(0), settledAt: new Date(tookMs) });

test('the reason given for an unhealthy carrier contains the share of its submits that failed', async () => {
  await addIdle();
  for (let i = 0; i < 60; i += 1) countSubmit('idle', { kind: 'unanswered' });
  await checkCarrierHealth();
  expect(await outOf('idle')).toMatchObject({ reason: '100 % of 60 submits failed' });
});

test('a carrier that does not respond is unhealthy for all workers, with the reason, and messages are sent over another carrier', async () => {
  const product = await useProduct();
  await addBound('second');
  for (let i = 0; i < 60; i += 1) countSubmit('first', { kind: 'unanswered' });
  await checkCarrierHealth();
  expect(await outOf('first')).toMatchObject({
    reason: expect.stringMatching(/^\d+ % of \d+ submits failed$/),
  });
  await untilDeliveredBy('second', product);
});

test('a carrier stays healthy if it rejects submits because of the messages or because we exceed the rate', async () => {
  await addIdle();
  for (let i = 0; i < 100; i += 1) {
    countSubmit('idle', { kind: 'refused', refusal: 'permanent', status: 11 });
    countSubmit('idle', { kind: 'refused', refusal: 'throttled', status: 88 });
    countSubmit('idle', { kind: 'not_sent' });
  }
  await checkCarrierHealth();
  expect(await outOf('idle')).toBeNull();
});

test('undelivered messages make a carrier unhealthy if they belong to many accounts, but not if they belong to one account', async () => {
  await addIdle();
  for (let i = 0; i < 1_000; i += 1) settle('idle', 'usr_bad', 'undelivered');
  await checkCarrierHealth();
  expect(await outOf('idle')).toBeNull();
  for (let i = 0; i < 120; i += 1) settle('idle', `usr_some${i}`, 'undelivered');
  await checkCarrierHealth();
  expect(await outOf('idle')).toMatchObject({ reason: '0 % of 122 messages were delivered' });
});

test('successful probes make a carrier healthy again, and earlier results no longer count', async () => {
  await addIdle();
  const outSince = new Date(Date.now() - 120_000);
  await prisma.carrier.update({
    where: { name: 'idle' },
    data: { outSince, outReason: 'was bad' },
  });
  for (let i = 0; i < 20; i += 1) {
    countSubmit('idle', { kind: 'accepted', carrierMessageId: String(i) });
    settle('idle', `usr_probe${i}`, 'delivered');
  }
  await checkCarrierHealth();
  expect(await outOf('idle')).toBeNull();
  const bad = { failures: 500, settled: 500, delivered: 0, late: 0 };
  const minute = new Date(Date.now() - 240_000);
  await prisma.carrierMinute.create({ data: { carrier: 'idle', minute, submits: 500, ...bad } });
  await checkCarrierHealth();
  expect(await outOf('idle')).toBeNull();
});

test('late receipts count against a carrier, and old counts are deleted', async () => {
  await addIdle();
  for (let i = 0; i < 110; i += 1) settle('idle', `usr_late${i}`, 'delivered', 200_000);
  await checkCarrierHealth();
  expect((await outOf('idle'))?.reason).toContain('more than two minutes');
  await prisma.carrierMinute.updateMany({ data: { minute: new Date(0) } });
  expect(await purgeCarrierMinutes()).toBeGreaterThan(0);
});
