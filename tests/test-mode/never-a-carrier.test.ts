import { expect, test } from 'vitest';
import { createCarrierSet } from '#domain/delivery/carriers/carrier-set.ts';
import { createRouting } from '#domain/delivery/routing/routing.ts';
import { prisma } from '#platform/db.ts';
import { client } from '../support/client.ts';
import { loseKilledWorkers, settleWorkers } from '../support/lost-workers.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { startProductProcess, startWithoutWorker } from '../support/product.ts';
import { startWorkerProcess, stopAfterTest } from '../support/programs.ts';
import { aTestKeyOf } from '../support/test-key.ts';
import { until } from '../support/until.ts';

const ids = (body: { data: { data: { _id: string } }[] }) => body.data.map(({ data }) => data._id);

const states = async (userId: string) => {
  const rows = await prisma.message.findMany({ where: { userId, livemode: false } });
  return rows.map(({ state }) => state);
};

test('messages of test keys are delivered without reaching a carrier, also beside live messages', async () => {
  const { web, smsc, account, call, reach } = await startProductProcess();
  const testing = client(web.url, await aTestKeyOf(account));
  const recipients = mobileNumbers(60);
  const messages = recipients.map((recipient) => ({ recipient, message: 'Hello '.repeat(60) }));
  const [batch, code, live] = await Promise.all([
    testing.post('/messages/batch', { messages }),
    testing.post('/messages/send-otp', { recipient: '9876500001' }),
    call.send('9876500002', 'A real one'),
  ]);
  expect([batch.status, code.status, live.status]).toEqual([202, 202, 202]);
  expect(ids(batch.body)).toHaveLength(60);
  await reach(live.body.data._id, 'delivered');
  await until('all are delivered', async () => {
    const found = await states(account.userId);
    return found.length === 61 && found.every((state) => state === 'delivered');
  });
  expect(smsc.ledger.totals()).toMatchObject({ submits: 1, accepted: 1 });
  expect(await prisma.queuedMessage.count({ where: { userId: account.userId } })).toBe(0);
  const parts = await prisma.messagePart.groupBy({
    ...{ by: ['carrier'], _count: true, orderBy: { carrier: 'asc' } },
  });
  expect(parts).toEqual([
    { carrier: 'first', _count: 1 },
    { carrier: 'test mode', _count: 60 * 3 + 1 },
  ]);
});

test('test messages are delivered while no carrier is connected, and live ones wait', async () => {
  const { web, smsc, account, call, reach } = await startProductProcess();
  await smsc.close();
  const testing = client(web.url, await aTestKeyOf(account));
  const [live, tested] = await Promise.all([
    call.send('9876500003', 'A real one'),
    testing.send('9876500003', 'A test'),
  ]);
  await until('the test is delivered', async () => {
    const { body } = await testing.get(`/messages/${tested.body.data._id}`);
    return body.data.status === 'delivered';
  });
  await reach(live.body.data._id, 'queued');
});

test('receipts of test messages come although the worker that had submitted them is killed', async () => {
  const { web, worker, account } = await startProductProcess();
  const testing = client(web.url, await aTestKeyOf(account));
  const { body } = await testing.send('9999900001', 'Hello');
  const read = async () => (await testing.get(`/messages/${body.data._id}`)).body.data;
  await until('it is sent', async () => (await read()).status === 'sent');
  await worker.kill();
  await loseKilledWorkers();
  expect((await read()).status).toBe('sent');
  await stopAfterTest(startWorkerProcess({ CARRIERS: '[]' }));
  await settleWorkers();
  const message = await until('it is delivered', async () => {
    const found = await read();
    return found.status === 'delivered' && found;
  });
  expect(message.timeline.map(({ event }: { event: string }) => event)).toEqual([
    ...['queued', 'submitted', 'receipt'],
  ]);
});

test('a test message that a lost worker was submitting is submitted by another one, and not unknown', async () => {
  const { web, account } = await startWithoutWorker();
  const testing = client(web.url, await aTestKeyOf(account));
  const { body } = await testing.send('9876500004', 'Hello');
  await prisma.deliveryWorker.create({
    data: { id: 'wrk_lost', seenAt: new Date(0), steadySince: new Date(0) },
  });
  await prisma.queuedMessage.update({
    where: { messageId: body.data._id },
    data: { workerId: 'wrk_lost', reservation: 1, carrier: 'test mode' },
  });
  await stopAfterTest(startWorkerProcess({ CARRIERS: '[]' }));
  await settleWorkers();
  const message = await until('it is delivered', async () => {
    const found = (await testing.get(`/messages/${body.data._id}`)).body.data;
    return found.status === 'delivered' && found;
  });
  expect(message.version).toBe(2);
});

test('no route has a carrier for a test message', () => {
  const events = () => ({
    onReceipt: async () => undefined,
    onUnread: async () => undefined,
    onLateResponse: () => undefined,
  });
  const sharing = { take: () => Promise.reject(new Error('not asked')), workers: () => 1 };
  const changes = { usable: () => undefined, change: () => undefined };
  const routing = createRouting(createCarrierSet(events, sharing, changes));
  const message = {
    sender: 'DAKIYA',
    promotional: false,
    userId: 'usr_1',
    recipient: '+919876543210',
  };
  expect(routing.choose({ ...message, livemode: true }, 'messages').carriers).toEqual([]);
  expect(() => routing.choose({ ...message, livemode: false }, 'messages')).toThrow(/test message/);
  expect(() => routing.choose({ ...message, livemode: true }, 'test')).toThrow(/test message/);
});
