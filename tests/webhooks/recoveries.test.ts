import { expect, test } from 'vitest';
import type { Idempotency } from '#domain/shared/idempotency/contract.ts';
import { maxPerHour, recoverInput } from '#domain/webhooks/contract.browser.ts';
import { changeEndpoint } from '#domain/webhooks/endpoints/change-endpoint.ts';
import {
  listRecoveries,
  recoverEvents,
  recoverEventsOnce,
} from '#domain/webhooks/log/recover-events.ts';
import { consumeWebhookLimit } from '#domain/webhooks/log/replay-event.ts';
import { runRecovery } from '#domain/webhooks/log/run-recovery.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { aUser } from '../support/account.ts';
import { aReceiver } from '../support/webhook-receiver.ts';
import { anEndpoint, asOwner, insertEvents, insertFailedEvents } from '../support/webhooks.ts';

const idempotencyOf = (scope: string, key: string): Idempotency => ({
  ...{ scope, key, requestHash: Buffer.alloc(32), requestId: newId('req') },
});

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

test('a span may be given with the offset of India, and one without events says why', async () => {
  const { userId } = await aUser();
  const { _id } = await anEndpoint(userId, 'https://hooks.example/');
  const now = Date.now();
  const inIndia = (msAgo: number) =>
    new Date(now - msAgo + 19_800_000).toISOString().replace('Z', '+05:30');
  const hour = 3_600_000;
  const recover = (since: number, until: number) =>
    recoverEvents(
      userId,
      _id,
      recoverInput.parse({ since: inIndia(since), until: inIndia(until) }),
    ).catch((error) => error);
  for (const [since, until, param, says] of [
    [hour, hour, 'since', 'begin before it ends'],
    [-hour, -2 * hour, 'since', 'in the past'],
    [31 * 24 * hour, 30.5 * 24 * hour, 'until', 'kept for 30 days'],
  ] as const) {
    const message = expect.stringContaining(says);
    expect(await recover(since, until)).toMatchObject({
      ...{ code: 'invalid_parameter', param, message },
    });
  }
  const begun = await recover(2 * hour, hour);
  expect(now - Date.parse(begun.since)).toBe(2 * hour);
  expect(now - Date.parse(begun.until)).toBe(hour);
});

test('a recovery stops when its endpoint is turned off, and says so', async () => {
  const user = await aUser();
  const endpoint = await anEndpoint(user.userId, 'https://hooks.example/');
  const ids = await insertFailedEvents(user.userId, endpoint._id, 3);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const { _id } = await recoverEvents(user.userId, endpoint._id, { since });
  await changeEndpoint(asOwner(user.userId), endpoint._id, { enabled: false });
  expect(await runRecovery(_id)).toBeUndefined();
  const list = () => listRecoveries(user.userId, endpoint._id);
  expect(await list()).toMatchObject([
    { _id, status: 'failed', failure: 'The endpoint was turned off.', looked: 0, replayed: 0 },
  ]);
  expect((await list())[0]?.finishedAt).not.toBeNull();

  await changeEndpoint(asOwner(user.userId), endpoint._id, { enabled: true });
  const next = await recoverEvents(user.userId, endpoint._id, { since });
  expect(await runRecovery(next._id)).toBeUndefined();
  expect(await list()).toMatchObject([{ status: 'done', failure: null, replayed: 3 }, { _id }]);
  expect(await prisma.queuedWebhookEvent.count({ where: { eventId: { in: ids } } })).toBe(3);
});

test('a repeat of a call that began a recovery returns its response, also when the limit is reached', async () => {
  const user = await aUser();
  const endpoint = await anEndpoint(user.userId, 'https://hooks.example/');
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const recover = (key: string) =>
    recoverEventsOnce(user.userId, endpoint._id, { since }, idempotencyOf(user.userId, key));
  const first = await recover('first');
  const use = () => consumeWebhookLimit(user.userId, 'recoveries').catch(() => undefined);
  await Promise.all(Array.from({ length: maxPerHour.recoveries }, use));
  await expect(recover('second')).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await recover('first')).toEqual({ data: first.data, replayed: true });
});
