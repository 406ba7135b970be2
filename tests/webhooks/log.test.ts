import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Idempotency } from '#domain/shared/idempotency/saved-response.ts';
import { maxPerHour, recoverInput } from '#domain/webhooks/contract.browser.ts';
import { changeEndpoint } from '#domain/webhooks/endpoints/change-endpoint.ts';
import { deleteEndpoint } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { listEvents } from '#domain/webhooks/log/read-events.ts';
import {
  listRecoveries,
  recoverEvents,
  recoverEventsOnce,
} from '#domain/webhooks/log/recover-events.ts';
import { consumeWebhookLimit } from '#domain/webhooks/log/replay-event.ts';
import { runRecovery } from '#domain/webhooks/log/run-recovery.ts';
import {
  discardEvents,
  failOverdueEvents,
  purgeEvents,
  trimBacklogs,
} from '#domain/webhooks/queue/give-up-events.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { aUser } from '../support/account.ts';
import {
  anEndpoint,
  asOwner,
  insertEvents,
  insertFailedEvents,
  readEvent,
} from '../support/webhooks.ts';

test('overdue events and the oldest events beyond the limit fail without an attempt, and events of a deleted endpoint are discarded', async () => {
  const user = await aUser();
  const endpoint = await anEndpoint(user.userId, 'https://hooks.example/');
  const old = newId('evt', Date.now() - 40 * 3_600_000);
  const event = { userId: user.userId, endpointId: endpoint._id };
  await prisma.webhookEvent.create({
    data: { ...event, id: old, type: 'ping', at: new Date(), data: {} },
  });
  await prisma.queuedWebhookEvent.create({
    data: { ...event, eventId: old, dueAt: new Date(0), endsAt: new Date(1) },
  });
  const ids = await insertEvents(endpoint, user, 10);
  expect(await failOverdueEvents()).toBe(1);
  expect(await readEvent(old)).toMatchObject({ state: 'failed', attempts: 0 });
  expect(await trimBacklogs(7)).toBe(3);
  const states = async () => {
    const rows = await prisma.webhookEvent.findMany({
      where: { id: { in: ids } },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ state }) => state);
  };
  expect(await states()).toEqual([...Array(3).fill('failed'), ...Array(7).fill('pending')]);
  await deleteEndpoint(user.userId, endpoint._id);
  expect(await discardEvents()).toBe(7);
  expect((await states()).slice(3)).toEqual(Array(7).fill('discarded'));
});

test('events and their attempts are deleted after thirty days', async () => {
  const user = await aUser();
  const endpoint = await anEndpoint(user.userId, 'https://hooks.example/');
  const at = new Date();
  const make = async (daysAgo: number) => {
    const id = newId('evt', Date.now() - daysAgo * 86_400_000);
    const log = { create: [{ number: 1, at, durationMs: 1 }] };
    await prisma.webhookEvent.create({
      data: { id, userId: user.userId, endpointId: endpoint._id, type: 'ping', at, data: {}, log },
    });
    return id;
  };
  const [old, young] = [await make(31), await make(29)];
  await purgeEvents();
  expect(
    (await prisma.webhookEvent.findMany({ where: { userId: user.userId } })).map(({ id }) => id),
  ).toEqual([young]);
  expect(await prisma.webhookAttempt.count({ where: { eventId: { in: [old, young] } } })).toBe(1);
});

test('events of a deleted endpoint are listed by its id, and another account’s endpoint id lists no events', async () => {
  const [user, stranger] = [await aUser(), await aUser()];
  const [kept, deleted] = [
    await anEndpoint(user.userId, 'https://a.example/'),
    await anEndpoint(user.userId, 'https://b.example/'),
  ];
  await insertEvents(kept, user, 3);
  const ids = await insertEvents(deleted, user, 3);
  await insertEvents(kept, user, 3);
  await deleteEndpoint(user.userId, deleted._id);
  const list = (more: object) => listEvents(user.userId, { limit: 2, ...more });
  const page = await list({ endpoint: deleted._id });
  expect(page.entries.map(({ _id }) => _id)).toEqual([ids[2], ids[1]]);
  const rest = await list({ endpoint: deleted._id, after: page.next });
  expect(rest).toMatchObject({ entries: [{ _id: ids[0] }], next: null });
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => statements.mockRestore());
  const asked = { limit: 10, endpoint: kept._id };
  expect(await listEvents(stranger.userId, asked)).toEqual({ entries: [], next: null });
  const names = statements.mock.calls.map(([given]) => (given as { name?: string }).name);
  expect(names).toEqual(['has-webhook-endpoint', 'list-webhook-events']);
});

const idempotencyOf = (scope: string, key: string): Idempotency => ({
  ...{ scope, key, requestHash: Buffer.alloc(32), requestId: newId('req') },
});

test('a recovery posts the failed events of its time span again, and no other events', async () => {
  const user = await aUser();
  const endpoint = await anEndpoint(user.userId, 'https://hooks.example/');
  const ids = await insertFailedEvents(user.userId, endpoint._id, 5);
  await prisma.webhookEvent.updateMany({
    where: { id: { in: ids.slice(3) } },
    data: { state: 'delivered' },
  });
  const old = { id: newId('evt', Date.now() - 7_200_000), type: 'ping', at: new Date(), data: {} };
  await prisma.webhookEvent.create({
    data: { ...old, userId: user.userId, endpointId: endpoint._id, state: 'failed' },
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

test('a time span may have India’s UTC offset, and a span without events gets an error with the reason', async () => {
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

test('a recovery stops with a reason when its endpoint is turned off', async () => {
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

test('repeating the call that started a recovery returns the first response, even if the limit of recoveries is reached', async () => {
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
