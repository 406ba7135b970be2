import { expect, test } from 'vitest';
import { recoverEvents } from '#domain/notifications/webhooks/log/recover-events.server.ts';
import { runRecovery } from '#domain/notifications/webhooks/log/run-recovery.server.ts';
import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { aUser } from '../support/account.ts';
import { until } from '../support/until.ts';
import { aReceiver } from '../support/webhook-receiver.ts';
import { anEndpoint, insertEvents } from '../support/webhooks.ts';

test('failed events of a span are posted again, and no others', async () => {
  const user = await aUser();
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(user.userId, receiver.url);
  const ids = await insertEvents(endpoint, user, 5);
  await prisma.queuedWebhookEvent.deleteMany({ where: { endpointId: endpoint._id } });
  await prisma.webhookEvent.updateMany({
    where: { id: { in: ids.slice(0, 3) } },
    data: { state: 'failed' },
  });
  await prisma.webhookEvent.updateMany({
    where: { id: { in: ids.slice(3) } },
    data: { state: 'delivered' },
  });
  const old = newId('evt', Date.now() - 7_200_000);
  await prisma.webhookEvent.create({
    data: {
      id: old,
      userId: user.userId,
      endpointId: endpoint._id,
      type: 'ping',
      at: new Date(),
      data: {},
      state: 'failed',
    },
  });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const until = new Date(Date.now() + 60_000).toISOString();
  const recovery = await recoverEvents(user.userId, endpoint._id, { since, until });
  await expect(recoverEvents(user.userId, endpoint._id, { since })).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
  expect(await runRecovery(recovery._id)).toBeUndefined();
  const queued = await prisma.queuedWebhookEvent.findMany({ where: { endpointId: endpoint._id } });
  expect(queued.map(({ eventId }) => eventId).sort()).toEqual(ids.slice(0, 3).sort());
  const row = await prisma.webhookRecovery.findUniqueOrThrow({ where: { id: recovery._id } });
  expect(row).toMatchObject({ state: 'done', looked: 5, replayed: 3 });
});
