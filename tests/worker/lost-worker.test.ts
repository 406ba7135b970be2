import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { carrierConfig, carriers, startWithoutWorker } from '../support/product.ts';
import { startWorkerProcess, stopAfterTest } from '../support/programs.ts';
import { until } from '../support/until.ts';

/** Longer than the test, so that what is not answered stays on the wire. */
const patient = { responseTimeoutMs: 25_000 };

test('when a worker is killed, what is on the wire becomes unknown, and what it had only reserved is sent by another', async () => {
  const { call, smsc, account, reach } = await startWithoutWorker();
  const settings = carriers(carrierConfig('first', smsc, patient));
  const doomed = await startWorkerProcess(settings);
  smsc.network.set('never-answered', null);
  const messages = mobileNumbers(300).map((recipient) => ({ recipient, message: 'Hello' }));
  const { body } = await call.post('/messages/batch', { messages });
  const ids: string[] = body.data.map(({ data }: { data: { _id: string } }) => data._id);
  // The window, less what is left to one-time passwords.
  await until('the window is full', () => smsc.ledger.totals().submits === 16);

  const submitting = await prisma.queuedMessage.findMany({ where: { carrier: 'first' } });
  expect(submitting).toHaveLength(16);
  const listed = await call.get('/messages?status=submitting&limit=100');
  expect(listed.body.data.map(({ _id }: { _id: string }) => _id).sort()).toEqual(
    submitting.map(({ messageId }) => messageId).sort(),
  );
  const [shown] = submitting;
  expect((await call.get(`/messages/${shown?.messageId}`)).body.data.status).toBe('submitting');
  const reserved = await prisma.queuedMessage.count({
    where: { workerId: { not: null }, carrier: null },
  });
  expect(reserved).toBeGreaterThan(50);

  await doomed.kill();
  smsc.network.set('normal', null);
  await stopAfterTest(startWorkerProcess({ ...settings, SUBMIT_LEASE_SECONDS: '26' }));
  const onTheWire = new Set(submitting.map(({ messageId }) => messageId));
  for (const id of ids) if (!onTheWire.has(id)) await reach(id, 'delivered');
  // Their time may be over as well; never has one of them been sent again.
  expect(smsc.ledger.totals()).toMatchObject({ accepted: 300, duplicates: 0 });
  const states = await prisma.message.groupBy({
    ...{ by: ['state'], where: { userId: account.userId }, _count: true },
  });
  const count = (state: string) => states.find((one) => one.state === state)?._count ?? 0;
  expect(count('failed') + count('expired')).toBe(0);
  expect(count('delivered')).toBeGreaterThanOrEqual(284);
});

test('a worker that is stopped until others have taken its messages sends none of them when it goes on', async () => {
  const { call, smsc, account } = await startWithoutWorker();
  const config = carriers(carrierConfig('first', smsc, { ...patient, rate: 100 }));
  const stopped = await stopAfterTest(startWorkerProcess(config));
  const messages = mobileNumbers(600).map((recipient) => ({ recipient, message: 'Hello' }));
  await call.post('/messages/batch', { messages });
  await until('it is in the middle', () => smsc.ledger.totals().accepted > 50);
  stopped.signal('SIGSTOP');
  await stopAfterTest(startWorkerProcess(config));
  const reservedByStopped = await prisma.queuedMessage.findMany({
    where: { carrier: null, workerId: { not: null } },
  });
  expect(reservedByStopped.length).toBeGreaterThan(10);
  await until('others have taken them', async () => {
    const left = await prisma.queuedMessage.findMany({
      where: { messageId: { in: reservedByStopped.map(({ messageId }) => messageId) } },
    });
    return left.length < reservedByStopped.length / 2;
  });
  stopped.signal('SIGCONT');
  await until('all are delivered', async () => {
    const where = { userId: account.userId, state: 'delivered' as const };
    return (await prisma.message.count({ where })) === 600;
  });
  expect(smsc.ledger.totals()).toMatchObject({ accepted: 600, duplicates: 0 });
});
