import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers } from '../support/product.ts';
import { startWorker } from '../support/programs.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { stopAfterFile } from '../support/stop-after-file.ts';
import { until } from '../support/until.ts';
import { aWebhookCaller } from '../support/webhook-caller.ts';
import { aReceiver, type Received } from '../support/webhook-receiver.ts';
import { insertFailedEvents } from '../support/webhooks.ts';

const smsc = await stopAfterFile(
  createSmsc({ receiptAfterMs: 1 }).then((smsc) => ({ ...smsc, stop: () => smsc.close() })),
);
const [web] = await Promise.all([
  sharedWeb(),
  stopAfterFile(
    startWorker({ ...carriers(carrierConfig('first', smsc)), WEBHOOK_ALLOW: '127.0.0.1' }),
  ),
]);

const aCaller = () => aWebhookCaller(web.url);

const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

test('events of a message reach an endpoint of the API, and the log has their payloads and attempts', async () => {
  const { account, call, create } = await aCaller();
  const receiver = await aReceiver();
  const types = ['message.sent', 'message.delivered'];
  const { path, _id, secret } = await create(receiver.url, { types });
  expect((await call.get('/webhooks/endpoints')).body.data).toMatchObject([{ _id, types }]);
  expect((await call.get(path)).body.data).not.toHaveProperty('secret');
  expect((await call.get(`${path}/secret`)).body.data).toEqual({ secret });

  const { body: sent } = await call.send('9876543210', 'Hello');
  const list = await until('both are delivered', async () => {
    const { body } = await call.get(`/webhooks/events?endpoint=${_id}&status=delivered`);
    return body.data.length === 2 && body.data;
  });
  expect(list.map(({ subject }: { subject: string }) => subject)).toEqual([
    sent.data._id,
    sent.data._id,
  ]);
  for (const request of receiver.received) expect(verify(secret, request)).toEqual(request.payload);

  const delivered = receiver.received.find(({ payload }) => payload.type === 'message.delivered');
  const event = `/webhooks/events/${delivered?.id}`;
  expect((await call.get('/text-views')).body.data).toEqual([]);
  const { body: found } = await call.get(event);
  expect(found.data).toMatchObject({ _id: delivered?.id, attempts: 1, lastStatus: 200 });
  expect(found.data.payload).toEqual(delivered?.payload);
  const { body: attempts } = await call.get(`${event}/attempts`);
  expect(attempts.data).toMatchObject([{ number: 1, status: 200, error: null, response: 'ok' }]);
  // The payload has the text of the message.
  const { body: views } = await call.get('/text-views');
  expect(views.data).toMatchObject([{ viewer: account.keyId, way: 'api', texts: 1 }]);
  const { body: message } = await call.get(`/messages/${sent.data._id}`);
  expect(delivered?.payload.data).toEqual(message.data);
});

test('test events of any type arrive signed, with livemode false, also of types that the endpoint does not subscribe to', async () => {
  const { call, create } = await aCaller();
  const receiver = await aReceiver();
  const { path, secret } = await create(receiver.url, { types: ['otp.verified'] });
  for (const type of ['ping', 'message.undelivered', 'otp.verified', 'balance.low']) {
    const { status, body } = await call.post(`${path}/test`, { type });
    expect([status, body.data]).toEqual([200, expect.objectContaining({ type, livemode: false })]);
  }
  expect((await call.post(`${path}/test`, {})).body.data.type).toBe('ping');
  await until('all are posted', () => receiver.received.length === 5);
  for (const request of receiver.received) {
    expect(verify(secret, request)).toMatchObject({ livemode: false });
    const { type, data } = request.payload;
    // What it is about is said to be of test mode, too.
    expect(data.livemode).toBe(/^(message|otp)\./.test(type) ? false : undefined);
  }
  expect(receiver.types().toSorted()).toEqual([
    'balance.low',
    'message.undelivered',
    'otp.verified',
    'ping',
    'ping',
  ]);
  const bad = await call.post(`${path}/test`, { type: 'message.read' });
  expect([bad.status, bad.body.error.param]).toEqual([400, 'type']);
});

test('a rotated secret signs beside the earlier one, a repeat returns the same one, and without an overlap none else signs', async () => {
  const { call, create } = await aCaller();
  const receiver = await aReceiver();
  const { path, secret } = await create(receiver.url);
  const rotate = (overlap_hours: number, key: string) =>
    call.post(`${path}/rotate`, { overlap_hours }, { 'idempotency-key': key });
  const first = await rotate(24, 'first');
  const again = await rotate(24, 'first');
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
  expect((await rotate(25, 'first')).body.error.code).toBe('idempotency_mismatch');
  const saved = await prisma.idempotencyKey.findMany();
  expect(JSON.stringify(saved.map(({ answer }) => answer))).not.toContain('whsec_');

  const post = async () => {
    const { body } = await call.post(`${path}/test`, {});
    return until('it is posted', () => receiver.received.find(({ id }) => id === body.data._id));
  };
  const next: string = first.body.data.secret;
  const request = await post();
  verify(secret, request);
  verify(next, request);
  const { body: last } = await rotate(0, 'second');
  const alone = await until('one signs alone', async () => {
    const request = await post();
    return String(request.headers['webhook-signature']).includes(' ') ? null : request;
  });
  verify(last.data.secret, alone);
  for (const earlier of [secret, next]) expect(() => verify(earlier, alone)).toThrow();
});

test('one failed event is replayed, and then all of a span, whose progress can be read', async () => {
  const { account, call, create } = await aCaller();
  const receiver = await aReceiver();
  const { path, _id } = await create(receiver.url);
  const [first = '', ...others] = await insertFailedEvents(account.userId, _id, 4);
  const replayed = await call.post(`/webhooks/events/${first}/replay`, {});
  expect([replayed.status, replayed.body.data.status]).toEqual([202, 'pending']);
  await until('it is posted', () => receiver.received.some(({ id }) => id === first));

  const since = new Date(Date.now() - 3_600_000).toISOString();
  const recover = () => call.post(`${path}/recover`, { since }, { 'idempotency-key': 'all' });
  const begun = await recover();
  expect([begun.status, begun.body.data.status]).toEqual([202, 'running']);
  const again = await recover();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body.data._id).toBe(begun.body.data._id);
  const [done] = await until('it is done', async () => {
    const { body } = await call.get(`${path}/recoveries`);
    return body.data[0].status === 'done' && body.data;
  });
  expect(done).toMatchObject({ _id: begun.body.data._id, looked: 4, replayed: 3 });
  await until('all are posted', () => receiver.received.length === 4);
  expect(receiver.received.map(({ id }) => id).toSorted()).toEqual([first, ...others].toSorted());
  const empty = await call.post(`${path}/recover`, { since, until: since });
  expect([empty.status, empty.body.error.param]).toEqual([400, 'since']);
});

test('the list of events is filtered by endpoint, type, status and time, and has pages', async () => {
  const { account, call, create } = await aCaller();
  const [one, other] = [await create('https://a.example/'), await create('https://b.example/')];
  const ids = await insertFailedEvents(account.userId, one._id, 5);
  await insertFailedEvents(account.userId, other._id, 1);
  const idsOf = (body: { data: { _id: string }[] }) => body.data.map(({ _id }) => _id);
  const page = await call.get(`/webhooks/events?endpoint=${one._id}&limit=2`);
  expect([idsOf(page.body), page.body.hasMore]).toEqual([[ids[4], ids[3]], true]);
  const { next } = page.body;
  const second = await call.get(`/webhooks/events?endpoint=${one._id}&limit=100&after=${next}`);
  expect([idsOf(second.body), second.body.hasMore]).toEqual([[ids[2], ids[1], ids[0]], false]);
  const count = async (filters: string) =>
    (await call.get(`/webhooks/events?limit=100&${filters}`)).body.data.length;
  expect(await count('')).toBe(6);
  expect(await count('type=ping&status=failed')).toBe(6);
  expect(await count('type=message.sent')).toBe(0);
  expect(await count('status=delivered')).toBe(0);
  const long = new Date(Date.now() - 600_000).toISOString();
  expect(await count(`from=${long}`)).toBe(6);
  expect(await count(`to=${long}`)).toBe(0);
  for (const filter of ['type=nothing', 'status=queued', 'from=yesterday', 'limit=0']) {
    expect((await call.get(`/webhooks/events?${filter}`)).status).toBe(400);
  }
});
