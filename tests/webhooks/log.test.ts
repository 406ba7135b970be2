import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deleteEndpoint } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { listEvents } from '#domain/webhooks/log/read-events.ts';
import {
  discardEvents,
  failOverdueEvents,
  purgeEvents,
  trimBacklogs,
} from '#domain/webhooks/queue/give-up-events.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { aUser } from '../support/account.ts';
import { anEndpoint, insertEvents, readEvent } from '../support/webhooks.ts';

test('an event whose time for attempts is over fails without one, and the oldest of too many; of a deleted endpoint all are discarded', async () => {
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

test('a page of the log has the filters of type, state and endpoint, and goes on where it stopped', async () => {
  const user = await aUser();
  const [first, second] = [
    await anEndpoint(user.userId, 'https://a.example/'),
    await anEndpoint(user.userId, 'https://b.example/'),
  ];
  const ids = await insertEvents(first, user, 25);
  await insertEvents(second, user, 3);
  await prisma.webhookEvent.updateMany({
    where: { id: { in: ids.slice(0, 4) } },
    data: { state: 'failed' },
  });
  const list = (more: object) => listEvents(user.userId, { limit: 10, ...more });
  const page = await list({ endpoint: first._id });
  expect(page.entries.map(({ _id }) => _id)).toEqual(ids.slice(15).reverse());
  const next = await list({ endpoint: first._id, after: page.next });
  expect(next.entries.map(({ _id }) => _id)).toEqual(ids.slice(5, 15).reverse());
  const failed = await list({ status: 'failed' });
  expect(failed).toMatchObject({ next: null });
  expect(failed.entries.map(({ _id }) => _id)).toEqual(ids.slice(0, 4).reverse());
  expect((await list({ type: 'message.sent' })).entries).toEqual([]);
});

test('events of a deleted endpoint are listed by its id, and those of a stranger’s endpoint are not looked for', async () => {
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
