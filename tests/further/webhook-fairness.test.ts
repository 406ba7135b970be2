import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { releaseEventsOf } from '#domain/webhooks/queue/reserve-events.ts';
import { prisma } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { anAccount } from '../support/account.ts';
import { anEndpoint, insertEvents, startDispatcher } from '../support/webhooks.ts';

/** How long `work` takes, in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

test('accounts with 20,000 events or with hanging servers do not delay the events of another account', async () => {
  const dispatcher = await startDispatcher();
  const busy = await anAccount();
  const busyReceiver = await aReceiver((response) => setTimeout(() => response.end('ok'), 100));
  const busyEndpoint = await anEndpoint(busy.userId, busyReceiver.url);
  await insertEvents(busyEndpoint, busy, 20_000);

  const dead = await anAccount();
  const deadReceiver = await aReceiver(() => undefined);
  const deadEndpoints = [];
  for (let i = 0; i < 20; i += 1) {
    const endpoint = await anEndpoint(dead.userId, deadReceiver.url);
    await insertEvents(endpoint, dead, 50);
    deadEndpoints.push(endpoint);
  }
  dispatcher.wake(busyEndpoint, busy);
  for (const endpoint of deadEndpoints) dispatcher.wake(endpoint, dead);
  await until('all its places wait', () => deadReceiver.mostAtOnce() === 20);
  await until('the busy one has all it may have', () => busyReceiver.mostAtOnce() >= 15);
  expect(busyReceiver.mostAtOnce()).toBeLessThanOrEqual(20);

  const alone = await anAccount();
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(alone.userId, receiver.url);
  for (let i = 1; i <= 5; i += 1) {
    await insertEvents(endpoint, alone, 1);
    const took = await timeOf(async () => {
      dispatcher.wake(endpoint, alone);
      await until('it has arrived', () => receiver.received.length === i);
    });
    expect(took).toBeLessThan(2_000);
  }
  expect(busyReceiver.received.length).toBeLessThan(20_000);
  expect(deadReceiver.mostAtOnce()).toBe(20);
});

test('hanging test endpoints do not delay events of a live endpoint of the same account', async () => {
  const dispatcher = await startDispatcher();
  const account = await anAccount();
  const dead = await aReceiver(() => undefined);
  for (let i = 0; i < 15; i += 1) {
    const endpoint = await anEndpoint(account.userId, dead.url, { livemode: false });
    await insertEvents(endpoint, account, 10);
    dispatcher.wake(endpoint, account);
  }
  await until('all places of test mode wait', () => dead.mostAtOnce() === 5);

  const receiver = await aReceiver();
  const endpoint = await anEndpoint(account.userId, receiver.url);
  await insertEvents(endpoint, account, 5);
  const took = await timeOf(async () => {
    dispatcher.wake(endpoint, account);
    await until('all have arrived', () => receiver.received.length === 5);
  });
  expect(took).toBeLessThan(2_000);
  expect(dead.mostAtOnce()).toBe(5);
});

test('a failing endpoint gets one event at a time, with pauses, and gets all its events after it works again', async () => {
  const dispatcher = await startDispatcher();
  const account = await anAccount();
  let isUp = false;
  const receiver = await aReceiver((response) => response.writeHead(isUp ? 200 : 503).end());
  const endpoint = await anEndpoint(account.userId, receiver.url);
  await insertEvents(endpoint, account, 300);
  dispatcher.wake(endpoint, account);
  const read = () => prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint._id } });
  await until('it is paused', async () => (await read()).failures >= 3);
  await until('what it had reserved is free, and what was posted is recorded', async () => {
    const where = { endpointId: endpoint._id };
    const reserved = { ...where, workerId: { not: null } };
    const { _sum } = await prisma.webhookEvent.aggregate({ where, _sum: { attempts: true } });
    const isFree = (await prisma.queuedWebhookEvent.count({ where: reserved })) === 0;
    return isFree && _sum.attempts === receiver.received.length;
  });
  const before = receiver.received.length;
  expect(before).toBeLessThan(60);
  dispatcher.wake(endpoint, account);
  const { pausedUntil, failures } = await read();
  expect(pausedUntil?.getTime()).toBeGreaterThan(Date.now());

  const endPause = () =>
    prisma.webhookEndpoint.update({
      where: { id: endpoint._id },
      data: { pausedUntil: new Date(0) },
    });
  await endPause();
  dispatcher.wake(endpoint, account);
  await until('one more has failed', async () => (await read()).failures === failures + 1);
  expect(receiver.received.length).toBe(before + 1);

  isUp = true;
  await endPause();
  dispatcher.wake(endpoint, account);
  await until('those that were never tried are delivered', async () => {
    const where = { endpointId: endpoint._id, state: 'delivered' as const };
    return (await prisma.webhookEvent.count({ where })) >= 300 - before - 1;
  });
  expect(await read()).toMatchObject({ failures: 0, failingSince: null, pausedUntil: null });
});

test('an endpoint with a rate limit gets at most that many events a second', async () => {
  const dispatcher = await startDispatcher();
  const account = await anAccount();
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(account.userId, receiver.url, { max_per_second: 20 });
  await insertEvents(endpoint, account, 45);
  dispatcher.wake(endpoint, account);
  await until('all have arrived', () => receiver.received.length === 45);
  const times = receiver.received.map(({ at }) => at);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_900);
  for (const [i, at] of times.entries()) {
    const within = times.filter((other) => other >= at && other < at + 1_000).length;
    expect(within, `from event ${i} on`).toBeLessThanOrEqual(23);
  }
});

test('if a worker is lost, another worker posts its event again, with the same id', async () => {
  const lost = await startDispatcher();
  const account = await anAccount();
  const receiver = await aReceiver(() => undefined);
  const endpoint = await anEndpoint(account.userId, receiver.url);
  const [id] = await insertEvents(endpoint, account, 1);
  lost.wake(endpoint, account);
  await until('it is on its way', () => receiver.received.length === 1);
  const { workerId } = await prisma.queuedWebhookEvent.findFirstOrThrow({
    where: { eventId: id ?? '' },
  });
  expect(await releaseEventsOf([workerId ?? ''])).toBe(1);
  receiver.answer((response) => response.end('ok'));
  const other = await startDispatcher();
  other.wake(endpoint, account);
  await until('it is delivered', async () => {
    const event = await prisma.webhookEvent.findUniqueOrThrow({ where: { id: id ?? '' } });
    return event.state === 'delivered';
  });
  expect(receiver.received.map((one) => one.id)).toEqual([id, id]);
});

test('connections to an endpoint are reused, and a connection that the server closes does not count as a failed attempt', async () => {
  const dispatcher = await startDispatcher();
  const account = await anAccount();
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(account.userId, receiver.url);
  await insertEvents(endpoint, account, 200);
  dispatcher.wake(endpoint, account);
  await until('all have arrived', () => receiver.received.length === 200);
  expect(receiver.sockets()).toBeLessThanOrEqual(25);
});

test('an event that is due now is posted at once, even if it becomes due in the millisecond in which it is reserved', async () => {
  const dispatcher = await startDispatcher();
  const account = await anAccount();
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(account.userId, receiver.url);
  for (let i = 1; i <= 200; i += 1) {
    await insertEvents(endpoint, account, 1);
    dispatcher.wake(endpoint, account);
    await until(`event ${i} has arrived`, () => receiver.received.length === i, 5_000);
  }
});

test('the next events are rendered while earlier events are being posted', async () => {
  const account = await anAccount();
  const held: ServerResponse[] = [];
  const receiver = await aReceiver((response) => void held.push(response));
  const endpoint = await anEndpoint(account.userId, receiver.url);
  const ids = await insertEvents(endpoint, account, 10);
  await prisma.$executeRaw`
    UPDATE webhook_events SET data = NULL, subject_id = 'msg_0' WHERE id = ANY (${ids})`;
  const rendered = new Set<string>();
  const dispatcher = await startDispatcher({
    async renderData(events) {
      for (const { id } of events) rendered.add(id);
      return new Map(events.map(({ id }) => [id, { about: id }]));
    },
  });
  dispatcher.wake(endpoint, account);
  await until('it has all the places of a new endpoint', () => held.length === 2);
  await until('others are rendered', () => rendered.size > 2);
  expect(receiver.received).toHaveLength(2);

  receiver.answer((response) => response.end('ok'));
  for (const response of held) response.end('ok');
  await until('all have arrived', () => receiver.received.length === 10);
  expect(receiver.received.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  for (const { id, payload } of receiver.received) expect(payload.data).toEqual({ about: id });
});
