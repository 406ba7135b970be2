import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { carrierConfig, carriers, startProductProcess } from '../harness/product.ts';
import { startWorker, stopAfterTest } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { anEndpoint } from '../support/webhooks.ts';

test('a message posts its events within a second; if a worker or Redis’ data is lost, no event is lost and each event keeps its id', async () => {
  const allowed = { WEBHOOK_ALLOW: '127.0.0.1' };
  const { call, smsc, worker, account, reach } = await startProductProcess(allowed);
  const receiver = await aReceiver();
  await anEndpoint(account.userId, receiver.url);
  const send = async () => {
    const message = { recipient: '9876543210', message: 'Hello' };
    const { body } = await call.post('/messages/send-message', message);
    return body.data._id as string;
  };
  const seen = (id: string) =>
    receiver.received
      .filter(({ payload }) => payload.data._id === id)
      .map(({ payload }) => payload.type);
  const posted = (id: string) => until('both events have come', () => new Set(seen(id)).size === 2);

  const first = await send();
  await reach(first, 'delivered');
  const deliveredAt = performance.now();
  await posted(first);
  expect(performance.now() - deliveredAt).toBeLessThan(3_000);
  expect(seen(first).toSorted()).toEqual(['message.delivered', 'message.sent']);

  // The test kills the worker while the receiver has not answered the requests of the worker.
  receiver.answer(() => undefined);
  const second = await send();
  await posted(second);
  await worker.kill();
  await flushRedis();
  receiver.answer((response) => response.end('ok'));
  await stopAfterTest(startWorker({ ...carriers(carrierConfig('first', smsc)), ...allowed }));
  await until('all are delivered', async () => {
    const rows = await prisma.webhookEvent.findMany({ where: { userId: account.userId } });
    return rows.length === 4 && rows.every(({ state }) => state === 'delivered');
  });
  const idsOf = (type: string) =>
    receiver.received
      .filter(({ payload }) => payload.data._id === second && payload.type === type)
      .map(({ id }) => id);
  for (const type of ['message.sent', 'message.delivered']) {
    expect(idsOf(type).length).toBeGreaterThanOrEqual(2);
    expect(new Set(idsOf(type)).size).toBe(1);
  }
});
