import pg from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  addCarrier,
  pauseCarrier,
  removeCarrier,
  replaceCarrier,
} from '#domain/delivery/routing/manage-carriers.ts';
import { removeRoute, writeRoute } from '#domain/delivery/routing/route-rows.ts';
import { databaseSettings, prisma } from '#platform/db.ts';
import { carrierConfig, startSharedProduct, startSmsc } from '../harness/product.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { registerSenders, setDltMode } from '../support/dlt.ts';
import { untilWaitingForLock } from '../support/lock-waits.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

const useProduct = await startSharedProduct();

beforeEach(async () => {
  await prisma.route.deleteMany();
  await prisma.carrier.deleteMany({ where: { source: 'operator' } });
  await pauseCarrier('first', false);
});

/** Adds a carrier with a new SMSC, and waits until the worker is bound to it. */
async function addBound(name: string, more: Record<string, unknown> = {}) {
  const smsc = await startSmsc();
  const config = carrierConfig(name, smsc, more);
  await addCarrier(config);
  await until(`${name} is bound`, () => smsc.connections() > 0);
  return { smsc, config };
}

type Product = Awaited<ReturnType<typeof useProduct>>;

/** A product whose account may send any text from these headers. */
async function useWithHeaders(...headers: string[]): Promise<Product> {
  const product = await useProduct();
  await registerSenders(product.account.userId, ...headers);
  await setDltMode(product.account.userId, 'off');
  return product;
}

/** Sends one message. Returns the accepted attempt, with its carrier and route. */
async function deliverOne({ call, reach }: Product, more: Record<string, unknown> = {}) {
  const [number = ''] = mobileNumbers(1);
  const body = { recipient: number, message: 'Hello', ...more };
  const sent = await call.post('/messages/send-message', body);
  expect(sent.status).toBe(202);
  const message = await reach(sent.body.data._id, 'delivered');
  return message.timeline.find(({ event }: { event: string }) => event === 'submitted');
}

/** Makes a worker wait for advisory lock 1 whenever it releases a message of this account. */
async function slowDownGivingBack(userId: string): Promise<void> {
  await prisma.$executeRawUnsafe(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$`);
  await prisma.$executeRawUnsafe(`
    CREATE TRIGGER wait_for_test BEFORE UPDATE ON message_queue FOR EACH ROW
    WHEN (NEW.worker_id IS NULL AND NEW.user_id = '${userId}') EXECUTE FUNCTION wait_for_test()`);
}

test('a route by category, sender, account or number takes effect within a second, and each message names its route', async () => {
  const product = await useWithHeaders('ACMEIN', '567890');
  await addBound('second');
  const conditions = [
    ['category', { categories: ['promotional'] }, { sender_id: '567890' }],
    ['sender', { senders: ['ACMEIN'] }, { sender_id: 'ACMEIN' }],
    ['account', { accounts: [product.account.userId] }, { sender_id: 'ACMEIN' }],
    ['prefix', { prefixes: ['+91987'] }, { recipient: '9876543210', sender_id: 'ACMEIN' }],
  ] as const;
  for (const [by, condition, message] of conditions) {
    await writeRoute({ name: by, ...condition, carriers: [{ name: 'second' }] });
    const took = await until('the route is felt', async () => {
      const submitted = await deliverOne(product, message);
      return submitted.carrier === 'second' && submitted;
    });
    expect(took.route).toEqual({ name: by, by: [by] });
    await removeRoute(by);
    await until('its end is felt', async () => {
      const { carrier, route } = await deliverOne(product, message);
      return carrier === 'first' && route === null;
    });
  }
});

test('the route of an account does not apply to messages of another account', async () => {
  const product = await useProduct();
  await addBound('second');
  await writeRoute({
    ...{ name: 'own', accounts: [product.account.userId] },
    carriers: [{ name: 'second' }],
  });
  await until('the route is felt', async () => (await deliverOne(product)).carrier === 'second');
  const other = { ...product, call: client(product.web.url, await anAccount()) };
  const reach = async (id: string) =>
    until('it is delivered', async () => {
      const { body } = await other.call.get(`/messages/${id}`);
      return body.data.status === 'delivered' && body.data;
    });
  expect((await deliverOne({ ...other, reach })).carrier).toBe('first');
});

test('messages without a usable carrier wait without delaying other messages, and are sent when a carrier is usable', async () => {
  const product = await useWithHeaders('ACMEIN', '567890');
  const { smsc } = await addBound('second', { categories: ['promotional'] });
  await writeRoute({ name: 'promo', categories: ['promotional'], carriers: [{ name: 'second' }] });
  await until('the route is felt', async () => {
    const { route } = await deliverOne(product, { sender_id: '567890' });
    return route !== null;
  });
  await pauseCarrier('second', true);
  const before = smsc.ledger.totals().submits;
  const blocked = await Promise.all(
    mobileNumbers(5).map((recipient) =>
      product.call.post('/messages/send-message', {
        recipient,
        message: 'Sale',
        sender_id: '567890',
      }),
    ),
  );
  // A later message of the same account is delivered at once.
  expect((await deliverOne(product, { sender_id: 'ACMEIN' })).carrier).toBe('first');
  const leaked = smsc.ledger.totals().submits - before;
  expect(leaked).toBeLessThanOrEqual(5);
  await pauseCarrier('second', false);
  for (const { body } of blocked) await product.reach(body.data._id, 'delivered');
  expect(smsc.ledger.totals().duplicates).toBe(0);
});

test('messages are sent at once if their carrier becomes usable while the worker still releases them', async () => {
  const other = await useProduct();
  const { account, call } = await useProduct();
  const { smsc } = await addBound('second');
  const second = { name: 'second' };
  await writeRoute({ name: 'own', accounts: [account.userId], carriers: [second] });
  await writeRoute({ name: 'any', priority: 200, carriers: [second, { name: 'first', step: 2 }] });
  const goesOver = (name: string) =>
    until(`${name} is used`, async () => (await deliverOne(other)).carrier === name);
  await goesOver('second');
  await pauseCarrier('second', true);
  await goesOver('first');
  await slowDownGivingBack(account.userId);
  const [recipient] = mobileNumbers(1);
  // The lock belongs to the session, because PostgreSQL would end a transaction that is idle for long.
  const holder = new pg.Client({ connectionString: databaseSettings.DATABASE_URL });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('SELECT pg_advisory_lock(1)');
  await call.post('/messages/send-message', { recipient, message: 'Hello' });
  await untilWaitingForLock('%UPDATE message_queue SET worker_id = NULL%');
  await pauseCarrier('second', false);
  await goesOver('second');
  const before = smsc.ledger.totals().submits;
  await holder.query('SELECT pg_advisory_unlock(1)');
  // If the worker were not notified, it would retry the message only after ten seconds.
  await until('it leaves', () => smsc.ledger.totals().submits > before, 5_000);
});

test('of equal carriers the cheapest gets the messages, and after its removal the next cheapest gets them', async () => {
  const product = await useProduct();
  await addBound('dear', { pricePaise: 20 });
  const { smsc: cheap } = await addBound('cheap', { pricePaise: 11 });
  await writeRoute({ name: 'all', carriers: [{ name: 'dear' }, { name: 'cheap' }] });
  await until('the route is felt', async () => (await deliverOne(product)).carrier === 'cheap');
  expect((await deliverOne(product)).route).toEqual({ name: 'all', by: ['price'] });
  await cheap.close();
  await until(
    'the dear one takes over',
    async () => (await deliverOne(product)).carrier === 'dear',
  );
});

test('a carrier outside its hours gets no messages, and a carrier that a route names cannot be removed', async () => {
  const product = await useProduct();
  const { config } = await addBound('second');
  await writeRoute({ name: 'all', carriers: [{ name: 'second' }, { name: 'first', step: 2 }] });
  await until('the route is felt', async () => (await deliverOne(product)).carrier === 'second');
  const now = new Date(Date.now() + 5.5 * 3_600_000);
  const hour = (offset: number) =>
    new Date(now.getTime() + offset * 3_600_000).toISOString().slice(11, 16);
  await replaceCarrier({ ...config, hours: { from: hour(2), to: hour(4) } });
  await until('its hours are felt', async () => (await deliverOne(product)).carrier === 'first');
  await expect(removeCarrier('second')).rejects.toThrow('A route names second');
  await expect(writeRoute({ name: 'bad', carriers: [{ name: 'none' }] })).rejects.toThrow(
    'does not exist',
  );
  expect(await prisma.route.count()).toBe(1);
});
