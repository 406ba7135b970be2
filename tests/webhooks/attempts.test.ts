import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RenderData } from '#domain/webhooks/contract.browser.ts';
import { getEndpoint } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { listAttempts } from '#domain/webhooks/log/read-events.ts';
import { replayEvent } from '#domain/webhooks/log/replay-event.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { aUser } from '../support/account.ts';
import { aFailingEndpoint } from '../support/failing-endpoint.ts';
import { untilWaitingForLock } from '../support/lock-waits.ts';
import {
  anEndpoint,
  insertEvents,
  makeDue,
  readEvent,
  startDispatcher,
} from '../support/webhooks.ts';

/** The row of an event that waits for its next attempt. */
const queued = (eventId: string) =>
  prisma.queuedWebhookEvent.findUniqueOrThrow({ where: { eventId } });

/** The seconds until the next attempt of an event. */
const dueIn = async (id: string) => ((await queued(id)).dueAt.getTime() - Date.now()) / 1_000;

test('an event is attempted eight times with the same id and growing pauses, and then fails; a replay restarts the schedule', async () => {
  const { user, receiver, endpoint, id, tryNow } = await aFailingEndpoint();
  const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
  for (const [i, pause] of pauses.entries()) {
    await tryNow(i + 1);
    const seconds = await dueIn(id);
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
  'if a replay is requested during an attempt, the event is posted again after an attempt that %s',
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
    expect(await queued(id)).toMatchObject({
      ...{ attempt: 0, workerId: null, replayRequested: false },
    });

    receiver.answer((response) => response.end('yes'));
    await tryNow(2);
    expect(await readEvent(id)).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(await prisma.queuedWebhookEvent.count({ where: { eventId: id } })).toBe(0);
  },
);

test('a replay locks the queue row before the event row, in the same order as the recording of an attempt', async () => {
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

test('Retry-After lengthens the pause before the next attempt, but never beyond the end of the schedule', async () => {
  const { id, tryNow } = await aFailingEndpoint(429, { 'retry-after': '3600' });
  await tryNow(1);
  expect(await dueIn(id)).toBeGreaterThan(3_590);
  // The schedule is changed to end in ten minutes, so the last attempt must be made within this time.
  await prisma.queuedWebhookEvent.update({
    where: { eventId: id },
    data: { endsAt: new Date(Date.now() + 600_000) },
  });
  await tryNow(2);
  expect(await dueIn(id)).toBeGreaterThan(500);
  expect(await dueIn(id)).toBeLessThan(541);
});

test.each([302, 404])('the status %i is recorded as a failure', async (status) => {
  const { id, tryNow } = await aFailingEndpoint(status, { location: 'http://127.0.0.1:1/' });
  await tryNow(1);
  expect(await readEvent(id)).toMatchObject({ state: 'pending', lastStatus: status });
});

/** A server that answers each connection with `answer`. It is closed after the test. */
async function aServer(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const sent = () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  return { port: (server.address() as AddressInfo).port, sent };
}

/** Writes up to 100 MB, as fast as the client reads. */
function flood(socket: Socket, start: string): void {
  socket.write(start);
  const chunk = 'y'.repeat(64 * 1024);
  const more = () => {
    while (!socket.destroyed && socket.bytesWritten < 100_000_000) {
      if (!socket.write(chunk)) return;
    }
  };
  socket.on('drain', more);
  more();
}

/**
 * Posts one event to a server.
 *
 * @returns the event after the attempt
 */
async function post(url: string) {
  const user = await aUser();
  const endpoint = await anEndpoint(user.userId, url);
  const [id = ''] = await insertEvents(endpoint, user, 1);
  const dispatcher = await startDispatcher();
  dispatcher.wake(endpoint, user);
  await until('the attempt is recorded', async () => (await readEvent(id)).attempts === 1);
  return readEvent(id);
}

test.each([
  {
    does: 'closes in the middle of its answer',
    answer: (socket: Socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nok', () => socket.destroy()),
    error: 'The server closed the connection before it had answered.',
  },
  {
    does: 'closes without an answer',
    answer: (socket: Socket) => socket.destroy(),
    error: 'The server closed the connection before it had answered.',
  },
  {
    does: 'speaks another protocol',
    answer: (socket: Socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'),
    error: 'The server does not answer as a web server does.',
  },
  {
    does: 'sends 100 MB of headers',
    answer: (socket: Socket) => flood(socket, 'HTTP/1.1 200 OK\r\nx: '),
    error: 'The server does not answer as a web server does.',
  },
  {
    does: 'speaks no TLS at an https address',
    scheme: 'https',
    answer: (socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
    error: 'The TLS handshake failed. Check that the server speaks TLS at this port.',
  },
])('an attempt fails with its reason if the server $does', async ({ scheme, answer, error }) => {
  const { port, sent } = await aServer(answer);
  const event = await post(`${scheme ?? 'http'}://127.0.0.1:${port}/`);
  expect(event).toMatchObject({ state: 'pending', lastStatus: null, lastError: error });
  expect(event.log).toMatchObject([{ status: null, error, response: null }]);
  expect(sent()).toBeLessThan(20_000_000);
});

test('an endless response is judged by its status, and only its first KiB is stored', async () => {
  const { port, sent } = await aServer((socket) => flood(socket, 'HTTP/1.1 200 OK\r\n\r\n'));
  const event = await post(`http://127.0.0.1:${port}/`);
  expect(event).toMatchObject({ state: 'delivered', lastStatus: 200 });
  expect(event.log[0]?.response).toBe('y'.repeat(1_024));
  expect(sent()).toBeLessThan(20_000_000);
});

async function anAccountWith(count: number) {
  const user = await aUser();
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(user.userId, receiver.url);
  const ids = await insertEvents(endpoint, user, count);
  return { user, endpoint, ids };
}

const isDelivered = async (id: string) => (await readEvent(id)).state === 'delivered';

test('an event that cannot be rendered waits for its next attempt, and the other events of its batch are posted', async () => {
  const [poisoned, other] = [await anAccountWith(1), await anAccountWith(5)];
  const [bad = ''] = poisoned.ids;
  await prisma.$executeRaw`
    UPDATE webhook_events SET data = NULL, subject_id = 'msg_0' WHERE id = ANY (${[bad, ...other.ids]})`;
  let isMended = false;
  const renderData: RenderData = async (events) => {
    if (!isMended && events.some(({ id }) => id === bad)) throw new TypeError('no such field');
    return new Map(events.map(({ id }) => [id, { test: true }]));
  };
  const dispatcher = await startDispatcher({ renderData });
  dispatcher.wake(poisoned.endpoint, poisoned.user);
  dispatcher.wake(other.endpoint, other.user);
  for (const id of other.ids) await until('the others are delivered', () => isDelivered(id));

  await until('it waits', async () => (await queued(bad)).attempt === 1);
  expect(await dueIn(bad)).toBeGreaterThan(0);
  // No request was made, so the log shows no attempt, and the endpoint counts as healthy.
  expect(await readEvent(bad)).toMatchObject({
    ...{ state: 'pending', attempts: 0, log: [] },
    lastError: 'The event could not be prepared: an error of Dakiya, which is logged.',
  });

  isMended = true;
  await makeDue(poisoned.endpoint._id);
  dispatcher.wake(poisoned.endpoint, poisoned.user);
  await until('it is delivered', () => isDelivered(bad));
});

/** Makes the secret of an endpoint undecryptable. @returns a function that restores it */
async function breakSecret({ _id: endpointId }: { _id: string }) {
  const secret = await prisma.webhookSecret.findFirstOrThrow({ where: { endpointId } });
  const change = (encryptedSecret: Uint8Array<ArrayBuffer>) =>
    prisma.webhookSecret.update({ where: { id: secret.id }, data: { encryptedSecret } });
  await change(new Uint8Array([1, 0, 0]));
  return () => change(secret.encryptedSecret);
}

test('events wait while their endpoint’s secret cannot be decrypted, and are posted when the secret can be decrypted again', async () => {
  const { user, endpoint, ids } = await anAccountWith(3);
  const mend = await breakSecret(endpoint);
  const dispatcher = await startDispatcher();
  dispatcher.wake(endpoint, user);
  for (const id of ids) {
    await until('it waits for its second attempt', async () => (await queued(id)).attempt === 1);
  }
  await mend();
  await makeDue(endpoint._id);
  dispatcher.wake(endpoint, user);
  for (const id of ids) await until('it is delivered', () => isDelivered(id));
});

test('many events that cannot be prepared are logged in one line, and do not delay other accounts’ events', async () => {
  const [poisoned, other] = [await anAccountWith(50), await anAccountWith(1)];
  await breakSecret(poisoned.endpoint);
  const logged = vi.spyOn(logger, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  const dispatcher = await startDispatcher();
  dispatcher.wake(poisoned.endpoint, poisoned.user);
  const attempted = (count: number) =>
    until(`${count} are attempted`, async () => {
      const where = { endpointId: poisoned.endpoint._id, attempt: 1 };
      return (await prisma.queuedWebhookEvent.count({ where })) >= count;
    });
  await attempted(1);
  dispatcher.wake(other.endpoint, other.user);
  const [id = ''] = other.ids;
  await until('the other is delivered', () => isDelivered(id));
  const where = { endpointId: poisoned.endpoint._id, attempt: 0 };
  expect(await prisma.queuedWebhookEvent.count({ where })).toBeGreaterThan(0);
  await attempted(5);
  const lines = logged.mock.calls.map(([fields]) => fields);
  expect(lines).toMatchObject([{ endpointId: poisoned.endpoint._id, count: 1 }]);
});

test('an event fails with a reason if it cannot be prepared for its last attempt', async () => {
  const { user, endpoint, ids } = await anAccountWith(1);
  const [id = ''] = ids;
  await breakSecret(endpoint);
  await prisma.queuedWebhookEvent.update({ where: { eventId: id }, data: { attempt: 7 } });
  const dispatcher = await startDispatcher();
  dispatcher.wake(endpoint, user);
  await until('it has failed', async () => (await readEvent(id)).state === 'failed');
  expect(await readEvent(id)).toMatchObject({
    lastError: 'The event could not be prepared: an error of Dakiya, which is logged.',
  });
});
