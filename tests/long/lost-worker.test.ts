import { expect, test } from 'vitest';
import { prisma, query } from '#platform/db.ts';
import { loseKilledWorkers, settleWorkers } from '../harness/lost-workers.ts';
import { carrierConfig, carriers, startSmsc, startWithoutWorker } from '../harness/product.ts';
import { startWorker, startWorkerProcess, stopAfterTest } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { aTestKeyOf } from '../support/test-key.ts';

/** The timeout for a carrier's response is longer than the test, so that submits without a response stay pending. */
const patient = { responseTimeoutMs: 25_000 };

const batchOf = (count: number) => ({
  messages: mobileNumbers(count).map((recipient) => ({ recipient, message: 'Hello' })),
});

/** Starts a worker that can detect lost workers at once, instead of after five seconds. */
async function startSettled(settings: Record<string, string>): Promise<void> {
  await stopAfterTest(startWorker(settings));
  await settleWorkers();
}

test('when a worker is killed, the messages that it was submitting become unknown, and another worker sends the messages that it had only reserved', async () => {
  const { call, account } = await startWithoutWorker();
  const smsc = await startSmsc({ unansweredReceiptAfterMs: 60_000 });
  const settings = carriers(carrierConfig('first', smsc, patient));
  const doomed = await stopAfterTest(startWorkerProcess(settings));
  smsc.network.set('never-answered', null);
  await call.post('/messages/batch', batchOf(300));
  // The window minus the slots reserved for one-time passwords.
  await until('the window is full', () => smsc.ledger.totals().submits === 16);

  const submitting = await prisma.queuedMessage.findMany({ where: { carrier: 'first' } });
  const onTheWire = submitting.map(({ messageId }) => messageId).sort();
  expect(onTheWire).toHaveLength(16);
  const listed = await call.get('/messages?status=submitting&limit=100');
  expect(listed.body.data.map(({ _id }: { _id: string }) => _id).sort()).toEqual(onTheWire);
  expect((await call.get(`/messages/${onTheWire[0]}`)).body.data.status).toBe('submitting');
  const reserved = { workerId: { not: null }, carrier: null };
  expect(await prisma.queuedMessage.count({ where: reserved })).toBeGreaterThan(50);

  await doomed.kill();
  await loseKilledWorkers();
  smsc.network.set('normal', null);
  await startSettled(settings);
  const countStates = async () => {
    const rows = await prisma.message.groupBy({
      by: ['state'],
      where: { userId: account.userId },
      _count: true,
    });
    return Object.fromEntries(rows.map(({ state, _count }) => [state, _count]));
  };
  const expected = { delivered: 284, unknown: 16 };
  await expect.poll(countStates, { timeout: 20_000 }).toEqual(expected);
  const unknown = await prisma.message.findMany({
    where: { userId: account.userId, state: 'unknown' },
  });
  expect(unknown.map(({ id }) => id).sort()).toEqual(onTheWire);
  // No message was sent twice.
  expect(smsc.ledger.totals()).toMatchObject({ accepted: 300, duplicates: 0 });
});

test('a frozen worker that continues sends no message that another worker has taken over', async () => {
  const { call, smsc, account } = await startWithoutWorker();
  const config = carriers(carrierConfig('first', smsc, { ...patient, rate: 100 }));
  const stopped = await stopAfterTest(startWorkerProcess(config));
  await call.post('/messages/batch', batchOf(400));
  await until('it is in the middle', () => smsc.ledger.totals().accepted > 50);
  stopped.signal('SIGSTOP');
  const reservedByStopped = await prisma.queuedMessage.findMany({
    where: { carrier: null, workerId: { not: null } },
  });
  expect(reservedByStopped.length).toBeGreaterThan(10);
  await loseKilledWorkers();
  await startSettled(config);
  const ids = reservedByStopped.map(({ messageId }) => messageId);
  await until('others have taken them', async () => {
    const left = await prisma.queuedMessage.count({ where: { messageId: { in: ids } } });
    return left < ids.length / 2;
  });
  stopped.signal('SIGCONT');
  await until('all are delivered', async () => {
    const where = { userId: account.userId, state: 'delivered' as const };
    return (await prisma.message.count({ where })) === 400;
  });
  expect(smsc.ledger.totals()).toMatchObject({ accepted: 400, duplicates: 0 });
});

/** A message of a test key, and a function that waits for a state. */
async function aTestMessage(recipient: string) {
  const { web, account } = await startWithoutWorker();
  const testing = client(web.url, await aTestKeyOf(account));
  const { body } = await testing.send(recipient, 'Hello');
  const id: string = body.data._id;
  const reach = (status: string) =>
    until(`it is ${status}`, async () => {
      const { data } = (await testing.get(`/messages/${id}`)).body;
      return data.status === status && data;
    });
  return { id, reach };
}

test('receipts of test messages arrive even if the worker that submitted the messages is killed', async () => {
  const { id, reach } = await aTestMessage('9999900001');
  const doomed = await stopAfterTest(startWorkerProcess({ CARRIERS: '[]' }));
  await reach('sent');
  await doomed.kill();
  await loseKilledWorkers();
  await reach('sent');
  // The receipt is due ten seconds after the submit, so this makes it due now.
  await query('make-due', 'UPDATE message_queue SET due_at = now() WHERE message_id = $1', [id]);
  await startSettled({ CARRIERS: '[]' });
  const { timeline } = await reach('delivered');
  expect(timeline.map(({ event }: { event: string }) => event)).toEqual([
    ...['queued', 'submitted', 'receipt'],
  ]);
});

test('if a worker is lost while it submits a test message, another worker submits the message, and the message does not become unknown', async () => {
  const { id, reach } = await aTestMessage('9876500004');
  await prisma.deliveryWorker.create({
    data: { id: 'wrk_lost', seenAt: new Date(0), steadySince: new Date(0) },
  });
  await prisma.queuedMessage.update({
    where: { messageId: id },
    data: { workerId: 'wrk_lost', reservation: 1, carrier: 'test mode' },
  });
  await startSettled({ CARRIERS: '[]' });
  expect((await reach('delivered')).version).toBe(2);
});
