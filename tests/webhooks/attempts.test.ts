import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { getEndpoint } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { getEvent, listAttempts } from '#domain/webhooks/log/read-events.ts';
import { replayEvent, sendTestEvent } from '#domain/webhooks/log/replay-event.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { aUser } from '../support/account.ts';
import { aFailingEndpoint } from '../support/failing-endpoint.ts';
import { untilWaitingForLock } from '../support/lock-waits.ts';
import { until } from '../support/until.ts';
import { aReceiver } from '../support/webhook-receiver.ts';
import { anEndpoint, insertEvents, readEvent, startDispatcher } from '../support/webhooks.ts';

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

test.each([
  ['fails for the last time', 500],
  ['succeeds', 200],
])(
  'a replay that is requested during an attempt is posted after it, if the attempt %s',
  async (_how, status) => {
    const { user, receiver, endpoint, dispatcher, id, tryNow } = await aFailingEndpoint();
    await prisma.queuedWebhookEvent.update({ where: { eventId: id }, data: { attempt: 7 } });
    const held: ServerResponse[] = [];
    receiver.answer((response) => void held.push(response));
    dispatcher.wake(endpoint, user);
    await until('the attempt is under way', () => held.length === 1);
    expect(await replayEvent(user.userId, id)).toMatchObject({ status: 'pending', attempts: 0 });
    held[0]?.writeHead(status).end();
    await until('it is recorded', async () => (await readEvent(id)).attempts === 1);
    expect(await readEvent(id)).toMatchObject({ state: 'pending', deliveredAt: null });
    expect(
      await prisma.queuedWebhookEvent.findUniqueOrThrow({ where: { eventId: id } }),
    ).toMatchObject({ attempt: 0, workerId: null, replayRequested: false });

    receiver.answer((response) => response.end('yes'));
    await tryNow(2);
    expect(await readEvent(id)).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(await prisma.queuedWebhookEvent.count({ where: { eventId: id } })).toBe(0);
  },
);

test('a replay waits for the row of the queue before it locks the event, as the recording of attempts does', async () => {
  const user = await aUser();
  const endpoint = await anEndpoint(user.userId, 'https://hooks.example/');
  const [id = ''] = await insertEvents(endpoint, user, 1);
  const replaying = await transaction(async (tx) => {
    const lock = 'SELECT FROM webhook_queue WHERE event_id = $1 FOR UPDATE';
    await query('test-lock-queue', lock, [id], tx);
    const replay = replayEvent(user.userId, id);
    await untilWaitingForLock('%INSERT INTO webhook_queue%');
    const event = 'SELECT FROM webhook_events WHERE id = $1 FOR UPDATE NOWAIT';
    expect(await query('test-lock-event', event, [id], tx)).toHaveLength(1);
    return { replay };
  });
  expect(await replaying.replay).toMatchObject({ status: 'pending' });
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

test('Retry-After is obeyed as a date, too', async () => {
  const at = new Date(Date.now() + 3_600_000).toUTCString();
  const { id, tryNow } = await aFailingEndpoint(503, { 'retry-after': at });
  await tryNow(1);
  const { dueAt } = await prisma.queuedWebhookEvent.findUniqueOrThrow({ where: { eventId: id } });
  expect(Math.abs(dueAt.getTime() - Date.parse(at))).toBeLessThan(10_000);
});

test.each([301, 302, 404, 500])('the status %i is a failure, and is recorded', async (status) => {
  const { id, tryNow } = await aFailingEndpoint(status, { location: 'http://127.0.0.1:1/' });
  await tryNow(1);
  expect(await readEvent(id)).toMatchObject({ state: 'pending', lastStatus: status });
});

test('a test event of any type goes to an endpoint that does not subscribe to it, and is not of live mode', async () => {
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
