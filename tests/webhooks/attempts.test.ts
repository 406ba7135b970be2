import { expect, test } from 'vitest';
import { changeEndpoint } from '#domain/notifications/webhooks/endpoints/change-endpoint.server.ts';
import {
  deleteEndpoint,
  getEndpoint,
} from '#domain/notifications/webhooks/endpoints/manage-endpoints.server.ts';
import { getEvent, listAttempts } from '#domain/notifications/webhooks/log/get-event.server.ts';
import { listEvents } from '#domain/notifications/webhooks/log/list-events.server.ts';
import { recoverEvents } from '#domain/notifications/webhooks/log/recover-events.server.ts';
import { replayEvent } from '#domain/notifications/webhooks/log/replay-event.server.ts';
import { runRecovery } from '#domain/notifications/webhooks/log/run-recovery.server.ts';
import { sendTestEvent } from '#domain/notifications/webhooks/log/send-test-event.server.ts';
import {
  discardEvents,
  failOverdueEvents,
  purgeEvents,
  trimBacklogs,
} from '#domain/notifications/webhooks/queue/give-up-events.server.ts';
import { recordFailure } from '#domain/notifications/webhooks/queue/record-health.server.ts';
import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { aUser } from '../support/account.ts';
import { until } from '../support/until.ts';
import { aReceiver } from '../support/webhook-receiver.ts';
import {
  anEndpoint,
  asOwner,
  insertEvents,
  makeDue,
  readEvent,
  startDispatcher,
} from '../support/webhooks.ts';

async function aFailingEndpoint(status = 500, headers: Record<string, string> = {}) {
  const user = await aUser();
  const receiver = await aReceiver((response) => response.writeHead(status, headers).end('no'));
  const endpoint = await anEndpoint(user.userId, receiver.url);
  const dispatcher = await startDispatcher();
  const [id = ''] = await insertEvents(endpoint, user, 1);
  /** Lets the next attempt be made now. */
  const tryNow = async (after: number) => {
    await makeDue(endpoint._id);
    await prisma.webhookEndpoint.updateMany({
      where: { id: endpoint._id },
      data: { pausedUntil: null },
    });
    dispatcher.wake(endpoint, user);
    await until(
      `attempt ${after} is recorded`,
      async () => (await readEvent(id)).attempts >= after,
    );
  };
  return { user, receiver, endpoint, dispatcher, id, tryNow };
}

const emailsOf = ({ email }: { email: string }) =>
  prisma.email.findMany({
    where: { email, kind: { in: ['webhook_failing', 'webhook_disabled'] } },
    orderBy: { id: 'asc' },
  });

test('an event has eight attempts with growing pauses and the same id, and fails then; a replay begins anew', async () => {
  const { user, receiver, endpoint, id, tryNow } = await aFailingEndpoint();
  const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
  for (const [i, pause] of pauses.entries()) {
    await tryNow(i + 1);
    const queued = await prisma.queuedWebhookEvent.findUniqueOrThrow({ where: { eventId: id } });
    const seconds = (queued.dueAt.getTime() - Date.now()) / 1_000;
    expect(seconds).toBeGreaterThan(pause * 0.8 - 5);
    expect(seconds).toBeLessThan(pause * 1.2 + 1);
  }
  await tryNow(8);
  const failed = await readEvent(id);
  expect(failed).toMatchObject({
    state: 'failed',
    attempts: 8,
    lastStatus: 500,
    lastError: 'The server answered 500.',
  });
  expect(failed.log).toHaveLength(8);
  expect(failed.log[0]).toMatchObject({ number: 1, status: 500, response: 'no' });
  expect(await prisma.queuedWebhookEvent.count({ where: { eventId: id } })).toBe(0);
  expect(new Set(receiver.received.map((one) => one.id))).toEqual(new Set([id]));

  receiver.answer((response) => response.end('yes'));
  await replayEvent(user.userId, id);
  await tryNow(9);
  expect(await readEvent(id)).toMatchObject({ state: 'delivered', attempts: 9 });
  await until(
    'the endpoint counts as working',
    async () => (await getEndpoint(user.userId, endpoint._id)).failures === 0,
  );
  const [last] = await listAttempts(user.userId, id);
  expect(last).toMatchObject({ number: 9, status: 200, response: 'yes', error: null });
});

test('Retry-After is obeyed where it is longer than the pause, within the schedule', async () => {
  const { id, tryNow } = await aFailingEndpoint(429, { 'retry-after': '3600' });
  await tryNow(1);
  const dueIn = async () => {
    const row = await prisma.queuedWebhookEvent.findUniqueOrThrow({ where: { eventId: id } });
    return (row.dueAt.getTime() - Date.now()) / 1_000;
  };
  expect(await dueIn()).toBeGreaterThan(3_590);
  // The schedule ends in ten minutes, and the last attempt is before that.
  await prisma.queuedWebhookEvent.update({
    where: { eventId: id },
    data: { endsAt: new Date(Date.now() + 600_000) },
  });
  await tryNow(2);
  expect(await dueIn()).toBeGreaterThan(500);
  expect(await dueIn()).toBeLessThan(541);
});

test.each([301, 302, 404, 500])('the status %i is a failure, and is recorded', async (status) => {
  const { id, tryNow } = await aFailingEndpoint(status, { location: 'http://127.0.0.1:1/' });
  await tryNow(1);
  expect(await readEvent(id)).toMatchObject({ state: 'pending', lastStatus: status });
});

test('410 turns the endpoint off at once; its owner and other endpoints of the account are told', async () => {
  const { user, endpoint, id, tryNow, receiver } = await aFailingEndpoint(410);
  const other = await anEndpoint(user.userId, receiver.url, { types: ['webhook.disabled'] });
  await tryNow(1);
  await until('it is off', async () => !(await getEndpoint(user.userId, endpoint._id)).enabled);
  expect(await getEndpoint(user.userId, endpoint._id)).toMatchObject({ disabledReason: 'gone' });
  expect(await emailsOf(user)).toMatchObject([{ kind: 'webhook_disabled', about: endpoint._id }]);
  const told = await prisma.webhookEvent.findMany({ where: { endpointId: other._id } });
  expect(told).toMatchObject([
    { type: 'webhook.disabled', data: { endpoint: endpoint._id, reason: 'gone' } },
  ]);
  expect(await readEvent(id)).toMatchObject({ state: 'pending', attempts: 1 });
  const again = await changeEndpoint(asOwner(user.userId), endpoint._id, { enabled: true });
  expect(again).toMatchObject({
    enabled: true,
    disabledReason: null,
    failures: 0,
    failingSince: null,
  });
});

test('the owner gets an email after the fourth failure in a row, and the endpoint is off after five days of nothing else', async () => {
  const user = await aUser();
  const endpoint = await anEndpoint(user.userId, 'https://hooks.example/a?secret=1');
  const fail = (known: number) =>
    recordFailure({
      endpointId: endpoint._id,
      url: endpoint.url,
      known,
      error: 'no',
      isGone: false,
    });
  expect(await fail(0)).toBe(1);
  // It began before the first was known: one outage.
  expect(await fail(0)).toBe(1);
  for (const known of [1, 2]) expect(await fail(known)).toBe(known + 1);
  expect(await emailsOf(user)).toEqual([]);
  expect(await fail(3)).toBe(4);
  expect(await emailsOf(user)).toMatchObject([{ kind: 'webhook_failing', about: endpoint._id }]);

  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const setFailing = (since: number, last: number, failingDays: number) =>
    prisma.webhookEndpoint.update({
      where: { id: endpoint._id },
      data: { failingSince: ago(since), lastFailureAt: ago(last), failingDays },
    });
  const isOn = async () => (await getEndpoint(user.userId, endpoint._id)).enabled;
  // Two failures five days apart are not five days of failures.
  await setFailing(5.1, 5, 1);
  await fail(4);
  expect(await isOn()).toBe(true);
  await setFailing(4.9, 1, 4);
  await fail(5);
  expect(await isOn()).toBe(true);
  await setFailing(5.1, 1, 4);
  await fail(6);
  expect(await isOn()).toBe(false);
  expect(await getEndpoint(user.userId, endpoint._id)).toMatchObject({
    disabledReason: 'failing',
    failure: 'no',
  });
  expect((await emailsOf(user)).map(({ kind }) => kind)).toEqual([
    'webhook_failing',
    'webhook_disabled',
  ]);
});

test('a worker that holds events of an endpoint learns of an outage that another one has counted', async () => {
  const { user, endpoint, receiver } = await aFailingEndpoint();
  // Begun with what was known before the outage: the events of a portion fail one after the other.
  const known = 0;
  const fail = { endpointId: endpoint._id, url: endpoint.url, error: 'no', isGone: false };
  for (const before of [0, 1, 2]) await recordFailure({ ...fail, known: before });
  expect(await recordFailure({ ...fail, known })).toBe(3);
  expect(await getEndpoint(user.userId, endpoint._id)).toMatchObject({ failures: 3 });
  expect(receiver.received).toEqual([]);
});

test('an endpoint that gets another address, or is turned on, begins anew, and what waits is posted at once', async () => {
  const { user, endpoint, dispatcher, id } = await aFailingEndpoint();
  const fail = { endpointId: endpoint._id, url: endpoint.url, error: 'no', isGone: false };
  for (const known of [0, 1, 2, 3]) await recordFailure({ ...fail, known });
  const row = () => prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint._id } });
  expect((await row()).pausedUntil).not.toBeNull();
  // What stays as it is forgets nothing.
  const same = { url: endpoint.url, enabled: true, description: 'Orders' };
  expect(await changeEndpoint(asOwner(user.userId), endpoint._id, same)).toMatchObject({
    failures: 4,
  });
  const working = await aReceiver();
  await changeEndpoint(asOwner(user.userId), endpoint._id, { url: working.url });
  expect(await row()).toMatchObject({ failures: 0, failingSince: null, pausedUntil: null });
  dispatcher.wake(endpoint, user);
  await until('it is posted', async () => (await readEvent(id)).state === 'delivered');

  await changeEndpoint(asOwner(user.userId), endpoint._id, { enabled: false });
  await prisma.webhookEndpoint.update({ where: { id: endpoint._id }, data: { failures: 5 } });
  const again = await changeEndpoint(asOwner(user.userId), endpoint._id, { enabled: true });
  expect(again).toMatchObject({ enabled: true, failures: 0 });
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

test('a test event of any type goes to an endpoint that has not asked for it, and is not of live mode', async () => {
  const user = await aUser();
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(user.userId, receiver.url, { types: ['otp.verified'] });
  const dispatcher = await startDispatcher();
  const { _id } = await sendTestEvent(user.userId, endpoint._id, 'message.delivered', {
    _id: 'msg_1',
  });
  dispatcher.wake(endpoint, user);
  await until('it is posted', () => receiver.received.length === 1);
  expect(receiver.received[0]?.payload).toMatchObject({
    type: 'message.delivered',
    livemode: false,
    data: { _id: 'msg_1' },
  });
  const event = await getEvent(user.userId, _id, async () => new Map());
  expect(event.payload).toEqual(receiver.received[0]?.payload);
  const stranger = await aUser();
  for (const read of [
    () => getEvent(stranger.userId, _id, async () => new Map()),
    () => replayEvent(stranger.userId, _id),
  ]) {
    await expect(read()).rejects.toMatchObject({ code: 'not_found' });
  }
});

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
  const stranger = await aUser();
  expect((await listEvents(stranger.userId, { limit: 10, endpoint: first._id })).entries).toEqual(
    [],
  );
});
