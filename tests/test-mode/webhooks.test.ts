import { expect, test } from 'vitest';
import { addAccountEvents } from '#domain/webhooks/outbox/add-account-events.ts';
import { prisma, transaction } from '#platform/db.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { callersOf } from '../support/test-key.ts';

const [web] = await Promise.all([
  sharedWeb(),
  stopAfterFile(startWorker({ CARRIERS: '[]', WEBHOOK_ALLOW: '127.0.0.1' })),
]);

const anEndpointOf = async (call: ReturnType<typeof client>, url: string, more = {}) =>
  (await call.post('/webhooks/endpoints', { url, ...more })).body.data;

test('events of test messages and codes are posted only to endpoints of test mode, and only test keys can read them', async () => {
  const { live, testing } = await callersOf(web.url, await anAccount());
  const receivers = [await aReceiver(), await aReceiver()] as const;
  const ofLive = await anEndpointOf(live, receivers[0].url);
  const ofTest = await anEndpointOf(testing, receivers[1].url);
  expect([ofLive.livemode, ofTest.livemode]).toEqual([true, false]);
  await testing.send('9876543210', 'Hello');
  await testing.post('/messages/send-otp', { recipient: '9876543210' });
  await live.send('9876543210', 'Waits for a carrier');
  await until('all are posted', () => receivers[1].received.length === 5);
  expect(receivers[1].types().toSorted()).toEqual([
    ...['message.delivered', 'message.delivered', 'message.sent', 'message.sent', 'otp.sent'],
  ]);
  for (const { payload } of receivers[1].received) {
    expect(payload).toMatchObject({ livemode: false, data: { livemode: false } });
    // No event contains a code that was sent with a test key, although GET /messages/{id} returns this code.
    if (!payload.type.startsWith('message.')) continue;
    expect(payload.data.content).toBe(payload.data.kind === 'otp' ? null : 'Hello');
  }
  expect(await prisma.webhookEvent.count({ where: { endpointId: ofLive._id } })).toBe(0);

  const lists = await Promise.all([live.get('/webhooks/events'), testing.get('/webhooks/events')]);
  expect(lists.map(({ body }) => body.data.length)).toEqual([0, 5]);
  const [event] = lists[1].body.data;
  expect((await testing.get(`/webhooks/events/${event._id}`)).status).toBe(200);
  expect((await live.get(`/webhooks/events/${event._id}`)).status).toBe(404);
  expect((await live.call('POST', `/webhooks/events/${event._id}/replay`)).status).toBe(404);
});

test('a key cannot read, change or create endpoints of the other mode', async () => {
  const { live, testing } = await callersOf(web.url, await anAccount());
  const { url } = await aReceiver();
  const { _id } = await anEndpointOf(live, url);
  const path = `/webhooks/endpoints/${_id}`;
  const replies = await Promise.all([
    testing.get(path),
    testing.get(`${path}/secret`),
    testing.get(`${path}/recoveries`),
    testing.call('PATCH', path, { body: { enabled: false } }),
    testing.call('DELETE', path),
    testing.post(`${path}/rotate`, {}),
    testing.post(`${path}/test`, { type: 'ping' }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
  expect((await testing.get('/webhooks/endpoints')).body.data).toEqual([]);
  const refused = await testing.post('/webhooks/endpoints', { url, livemode: true });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'livemode']);
  expect((await live.get(path)).body.data.enabled).toBe(true);
});

test('only keys of an endpoint’s mode can read a test event of that endpoint', async () => {
  const { live, testing } = await callersOf(web.url, await anAccount());
  const { url } = await aReceiver();
  for (const [own, other] of [
    [live, testing],
    [testing, live],
  ] as const) {
    const { _id } = await anEndpointOf(own, url);
    const made = await own.post(`/webhooks/endpoints/${_id}/test`, { type: 'ping' });
    const path = `/webhooks/events/${made.body.data._id}`;
    expect((await own.get(path)).status).toBe(200);
    expect((await other.get(path)).status).toBe(404);
    expect((await other.call('POST', `${path}/replay`)).status).toBe(404);
  }
});

test('only live keys can read an event about the account, even after the event’s endpoint is deleted', async () => {
  const { account, live, testing } = await callersOf(web.url, await anAccount());
  const { _id } = await anEndpointOf(live, (await aReceiver()).url);
  const data = {
    percent: 80,
    messagesUsed: 40,
    messageLimit: 50,
    resetsAt: '2026-12-01T00:00:00Z',
  };
  await transaction((tx) => addAccountEvents(account.userId, 'balance.low', data, tx));
  const count = async (call: typeof live) => (await call.get('/webhooks/events')).body.data.length;
  expect([await count(live), await count(testing)]).toEqual([1, 0]);
  await live.call('DELETE', `/webhooks/endpoints/${_id}`);
  expect([await count(live), await count(testing)]).toEqual([1, 0]);
});

test('a signed-in user chooses the mode of an endpoint, and sees the endpoints of both modes', async () => {
  const session = client(web.url, await aUser());
  const { url } = await aReceiver();
  const made = [
    await anEndpointOf(session, url),
    await anEndpointOf(session, url, { livemode: false }),
  ];
  expect(made.map(({ livemode }) => livemode)).toEqual([true, false]);
  expect((await session.get('/webhooks/endpoints')).body.data).toHaveLength(2);
});
