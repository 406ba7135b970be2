import { beforeEach, expect, test } from 'vitest';
import { parseCarrier } from '#domain/delivery/carriers/carrier-config.ts';
import { seedCarriers } from '#domain/delivery/routing/follow-carriers.ts';
import {
  addCarrier,
  CarrierError,
  findCarrier,
  listCarriers,
  pauseCarrier,
  removeCarrier,
  replaceCarrier,
} from '#domain/delivery/routing/manage-carriers.ts';
import { prisma } from '#platform/db.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { carrierConfig, carriers, reacher, startSmsc } from '../support/product.ts';
import { type Program, startWorkerProcess } from '../support/programs.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { stopAfterFile } from '../support/stop-after-file.ts';
import { until } from '../support/until.ts';

/** A second, within which a change is felt, and what a busy machine adds to it. */
const soonMs = 4_000;

const first = await createSmsc({ receiptAfterMs: 1 });
await stopAfterFile(Promise.resolve({ stop: first.close }));
const settings = carriers(carrierConfig('first', first));
const [web, worker] = await Promise.all([sharedWeb(), stopAfterFile(startWorkerProcess(settings))]);

/** A carrier that a command would add, with an SMSC of its own. */
async function anSmscToAdd(name: string, more: Record<string, unknown> = {}) {
  const smsc = await startSmsc();
  return { smsc, config: carrierConfig(name, smsc, more) };
}

async function aCaller() {
  const call = client(web.url, await anAccount());
  return { call, reach: reacher(call) };
}

/** Waits for something that a change brings about, and says how long it took. */
async function timed(what: string, isSo: () => boolean): Promise<number> {
  const began = performance.now();
  await until(what, isSo);
  return performance.now() - began;
}

beforeEach(async () => {
  await prisma.carrier.deleteMany({ where: { source: 'operator' } });
  await pauseCarrier('first', false);
  first.reset();
  await until('the first is bound', () => first.connections() === 1);
});

test('a carrier that is added is bound within a second, and takes the messages of one that is paused', async () => {
  const { smsc, config } = await anSmscToAdd('second');
  await addCarrier(config);
  expect(await timed('it is bound', () => smsc.connections() === 1)).toBeLessThan(soonMs);
  await pauseCarrier('first', true);
  await until('the pause is felt', async () => {
    const { call, reach } = await aCaller();
    const { body } = await call.send('9876543210', 'Hello');
    const message = await reach(body.data._id, 'delivered');
    return message.timeline.at(-1).carrier === 'second';
  });
  // It stays bound, for receipts.
  expect(first.connections()).toBe(1);
});

test('messages wait while the only carrier is paused, and leave within a second when it goes on', async () => {
  const { call, reach } = await aCaller();
  await pauseCarrier('first', true);
  await until('the pause is felt', async () => {
    const before = first.ledger.totals().submits;
    const { body } = await call.send('9876543210', 'Hello');
    // The worker has given it back: it is neither reserved nor submitted.
    await until('the worker has looked at it', async () => {
      const row = await prisma.queuedMessage.findUnique({ where: { messageId: body.data._id } });
      return !row || row.workerId === null;
    });
    return first.ledger.totals().submits === before;
  });
  const { body } = await call.send('9876543211', 'Waits');
  await pauseCarrier('first', false);
  const submitted = () => first.ledger.acceptedFor('919876543211') === 1;
  expect(await timed('it has left', submitted)).toBeLessThan(soonMs);
  await reach(body.data._id, 'delivered');
});

test('a carrier that is removed finishes its submits, and is unbound', async () => {
  const { smsc, config } = await anSmscToAdd('second', { responseTimeoutMs: 5_000 });
  smsc.network.set('answered-late', null);
  await addCarrier(config);
  await until('it is bound', () => smsc.connections() === 1);
  await pauseCarrier('first', true);
  const { call, reach } = await aCaller();
  const { body } = await until('the second has one', async () => {
    const sent = await call.send(mobileNumbers(1)[0] ?? '', 'In flight');
    return smsc.ledger.totals().accepted > 0 ? sent : null;
  });
  await removeCarrier('second');
  expect((await reach(body.data._id, 'sent', 'delivered')).status).not.toBe('unknown');
  await until('it is unbound', () => smsc.connections() === 0);
});

test('new limits of a carrier need no new connection, another host does', async () => {
  const { smsc, config } = await anSmscToAdd('second');
  const linesBefore = boundLines(worker);
  await addCarrier(config);
  await until('it is bound', () => boundLines(worker) === linesBefore + 1);
  await replaceCarrier({ ...config, rate: 7, window: 3 });
  const other = await startSmsc();
  await addCarrier(carrierConfig('third', other));
  await until('the change was read', () => boundLines(worker) > linesBefore + 1);
  expect(boundLines(worker)).toBe(linesBefore + 2);

  const moved = await startSmsc();
  await replaceCarrier({ ...config, port: moved.port });
  await until('it has moved', () => moved.connections() === 1 && smsc.connections() === 0);
});

const boundLines = (program: Program) => program.log().filter(({ msg }) => msg === 'bound').length;

test('a row that cannot be used stops no other, and says what is wrong without its password', async () => {
  const { config } = await anSmscToAdd('second');
  await addCarrier({ ...config, password: 'p4ss' });
  await prisma.carrier.update({ where: { name: 'second' }, data: { profile: { rate: 'fast' } } });
  const { smsc: third, config: thirdConfig } = await anSmscToAdd('third');
  await addCarrier(thirdConfig);
  await until('the third is bound', () => third.connections() === 1);
  const problem = 'rate: Invalid input: expected number, received string';
  expect((await listCarriers()).unusable).toMatchObject([{ name: 'second', problem }]);
  await expect(findCarrier('second')).rejects.toThrow(problem);

  const row = await prisma.carrierBind.findFirstOrThrow({ where: { carrier: { name: 'third' } } });
  const { id, encryptedPassword } = row;
  const bytes = Buffer.from(encryptedPassword).fill(0, encryptedPassword.length - 4);
  await prisma.carrierBind.update({ where: { id }, data: { encryptedPassword: bytes } });
  expect((await listCarriers()).unusable).toHaveLength(2);
  expect(JSON.stringify(worker.log())).not.toContain('p4ss');
});

test('commands do not change what comes from the settings, and know only their own', async () => {
  const config = carrierConfig('first', first);
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

test('workers that start at once write the carriers of their settings once, and leave them paused', async () => {
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
