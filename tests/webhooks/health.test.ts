import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { workerId } from '#domain/delivery/queue/worker-heartbeat.ts';
import { changeEndpoint } from '#domain/webhooks/endpoints/change-endpoint.ts';
import { getEndpoint } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { recordFailure } from '#domain/webhooks/queue/record-health.ts';
import { createReserve } from '#domain/webhooks/queue/reserve-events.ts';
import { prisma } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { aUser } from '../support/account.ts';
import { aFailingEndpoint } from '../support/failing-endpoint.ts';
import { logEvents } from '../support/webhook-log.ts';
import {
  anEndpoint,
  asOwner,
  insertEvents,
  readEvent,
  startDispatcher,
} from '../support/webhooks.ts';

const emailsOf = ({ email }: { email: string }) =>
  prisma.email.findMany({
    where: { email, kind: { in: ['webhook_failing', 'webhook_disabled'] } },
    orderBy: { id: 'asc' },
  });

test('a 410 response turns the endpoint off at once, and notifies the owner and the account’s other endpoints', async () => {
  const { user, endpoint, id, tryNow, receiver } = await aFailingEndpoint(410);
  const other = await anEndpoint(user.userId, receiver.url, { types: ['webhook.disabled'] });
  await tryNow(1);
  await until('it is off', async () => !(await getEndpoint(user.userId, endpoint._id)).enabled);
  expect(await getEndpoint(user.userId, endpoint._id)).toMatchObject({ disabledReason: 'gone' });
  expect(await emailsOf(user)).toMatchObject([{ kind: 'webhook_disabled', about: endpoint._id }]);
  const notified = await prisma.webhookEvent.findMany({ where: { endpointId: other._id } });
  expect(notified).toMatchObject([
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

test('the owner gets an email after the fourth consecutive failure, and after five days of failures the endpoint is turned off', async () => {
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
  // This attempt began before the first failure was recorded, so both failures belong to one outage.
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

test('a successful post resets the failures that were recorded while the post was in progress', async () => {
  const user = await aUser();
  const held: ServerResponse[] = [];
  const receiver = await aReceiver((response) => void held.push(response));
  const endpoint = await anEndpoint(user.userId, receiver.url);
  const dispatcher = await startDispatcher();
  await insertEvents(endpoint, user, 2);
  dispatcher.wake(endpoint, user);
  await until('both are being posted', () => held.length === 2);
  const where = { id: endpoint._id };
  const failures = async () => (await prisma.webhookEndpoint.findUniqueOrThrow({ where })).failures;
  held[0]?.writeHead(500).end();
  await until('one has failed', async () => (await failures()) === 1);
  held[1]?.end();
  await until('the endpoint works', async () => (await failures()) === 0);
});

test('failures before a success do not count towards turning an endpoint off', async () => {
  const user = await aUser();
  const endpoint = await anEndpoint(user.userId, 'https://hooks.example/');
  const where = { id: endpoint._id };
  const now = Date.now();
  const ago = (days: number) => new Date(now - days * 86_400_000);
  const [first = '', second = '', third = ''] = await logEvents(endpoint, user, [
    [{ status: 500 }],
    [{ status: 200 }],
    [{ status: 500 }, { status: 500 }],
  ]);
  const setTime = (eventId: string, number: number, at: Date) =>
    prisma.webhookAttempt.update({ where: { eventId_number: { eventId, number } }, data: { at } });
  await setTime(first, 1, ago(6));
  await setTime(second, 1, ago(6));
  await prisma.webhookEvent.update({ where: { id: second }, data: { deliveredAt: ago(5.9) } });
  await setTime(third, 1, ago(2));
  await setTime(third, 2, ago(1));
  const failing = { failures: 3, failingSince: ago(6), lastFailureAt: ago(1), failingDays: 3 };
  await prisma.webhookEndpoint.update({ where, data: failing });
  const fail = (known: number) =>
    recordFailure({
      endpointId: endpoint._id,
      url: endpoint.url,
      known,
      error: 'no',
      isGone: false,
    });
  expect(await fail(3)).toBe(4);
  const row = await prisma.webhookEndpoint.findUniqueOrThrow({ where });
  expect(row).toMatchObject({ enabled: true, disabledReason: null });
  expect(row.failingSince).toEqual(ago(2));

  await setTime(third, 1, ago(5.1));
  await prisma.webhookEndpoint.update({ where, data: { failingSince: ago(6) } });
  await fail(4);
  expect(await getEndpoint(user.userId, endpoint._id)).toMatchObject({ disabledReason: 'failing' });
});

test('the failure of an event that was reserved before the latest failures does not change the endpoint’s count of failures, and recording the failure returns this count', async () => {
  const { user, endpoint, receiver } = await aFailingEndpoint();
  // All events were reserved before the outage, so each of them knows the count of failures from that time. They fail
  // one after the other.
  const known = 0;
  const fail = { endpointId: endpoint._id, url: endpoint.url, error: 'no', isGone: false };
  for (const before of [0, 1, 2]) await recordFailure({ ...fail, known: before });
  expect(await recordFailure({ ...fail, known })).toBe(3);
  expect(await getEndpoint(user.userId, endpoint._id)).toMatchObject({ failures: 3 });
  expect(receiver.received).toEqual([]);
});

test('changing an endpoint’s URL or turning it on resets its failures, and posts waiting events at once', async () => {
  const { user, endpoint, dispatcher, id } = await aFailingEndpoint();
  const fail = { endpointId: endpoint._id, url: endpoint.url, error: 'no', isGone: false };
  for (const known of [0, 1, 2, 3]) await recordFailure({ ...fail, known });
  const row = () => prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint._id } });
  expect((await row()).pausedUntil).not.toBeNull();
  // An unchanged address does not reset the failures.
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

test('a probe that finds no event to post does not block the next event of the failing endpoint', async () => {
  const user = await aUser();
  const receiver = await aReceiver();
  const endpoint = await anEndpoint(user.userId, receiver.url);
  const where = { id: endpoint._id };
  await prisma.webhookEndpoint.update({ where, data: { failures: 3 } });
  const dispatcher = await startDispatcher({ renderData: async () => new Map() });
  expect(await createReserve(workerId())({ endpointId: endpoint._id, most: 2 })).toEqual([]);
  expect((await prisma.webhookEndpoint.findUniqueOrThrow({ where })).pausedUntil).toBeNull();

  const [first = '', second = '', last] = await insertEvents(endpoint, user, 3);
  await prisma.$executeRaw`
    UPDATE webhook_events SET data = NULL, subject_id = 'msg_0' WHERE id IN (${first}, ${second})`;
  dispatcher.wake(endpoint, user);
  await until('the last is posted', () => receiver.received.some(({ id }) => id === last));
  for (const id of [first, second])
    expect(await readEvent(id)).toMatchObject({ state: 'discarded' });
});
