import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { deleteKey } from '#domain/identity/api-keys/user-keys.ts';
import { maxEndpoints, maxPerHour } from '#domain/webhooks/contract.browser.ts';
import { consumeWebhookLimit } from '#domain/webhooks/log/replay-event.ts';
import { prisma } from '#platform/db.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers } from '../harness/product.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { aReceiver, type Received } from '../harness/webhook-receiver.ts';
import { aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { aTestKeyOf } from '../support/test-key.ts';
import { aWebhookCaller } from '../support/webhook-caller.ts';
import { anEndpoint, insertFailedEvents } from '../support/webhooks.ts';

const smsc = await createSmsc({ receiptAfterMs: 1 });
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
const settings = { ...carriers(carrierConfig('first', smsc)), WEBHOOK_ALLOW: '127.0.0.1' };
const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker(settings))]);

const aCaller = () => aWebhookCaller(web.url);

const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

test('an endpoint created over the API gets the events of a message, and the log has their payloads and attempts', async () => {
  const { account, call, create } = await aCaller();
  const receiver = await aReceiver();
  const types = ['message.sent', 'message.delivered'];
  const { path, _id, secret } = await create(receiver.url, { types });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
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
  // Reading a payload with the message's text counts as a view.
  const { body: views } = await call.get('/text-views');
  expect(views.data).toMatchObject([{ viewer: account.keyId, way: 'api', texts: 1 }]);
  const { body: message } = await call.get(`/messages/${sent.data._id}`);
  expect(delivered?.payload.data).toEqual(message.data);
});

test('test events are signed and have livemode false, even if the endpoint does not subscribe to their type', async () => {
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
    // If the event is about a message or a code, its data has `livemode` false too.
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

test('during the overlap both the new and the previous secret sign events, and without an overlap only the new secret signs', async () => {
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

test('one failed event can be replayed, or all failed events of a time span, and the API reports the progress of the replay', async () => {
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

test('the list of events can be filtered by endpoint, type, status and time, and is paged', async () => {
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

test('another account can neither read nor change endpoints or events', async () => {
  const { account, call, create } = await aCaller();
  const { path, _id, secret } = await create('https://hooks.example/');
  const [event] = await insertFailedEvents(account.userId, _id, 1);
  const stranger = await aCaller();
  for (const [method, at, body] of [
    ['GET', path],
    ['PATCH', path, { enabled: false }],
    ['DELETE', path],
    ['GET', `${path}/secret`],
    ['POST', `${path}/rotate`, {}],
    ['POST', `${path}/test`, {}],
    ['POST', `${path}/recover`, { since: new Date(0).toISOString() }],
    ['GET', `${path}/recoveries`],
    ['GET', `/webhooks/events/${event}`],
    ['GET', `/webhooks/events/${event}/attempts`],
    ['POST', `/webhooks/events/${event}/replay`],
  ] as const) {
    const reply = await stranger.call.call(method, at, { body });
    expect([method, at, reply.status]).toEqual([method, at, 404]);
  }
  expect((await stranger.call.get(`/webhooks/events?endpoint=${_id}`)).body.data).toEqual([]);
  expect((await stranger.call.get('/webhooks/endpoints')).body.data).toEqual([]);
  expect((await call.get(path)).body.data).toMatchObject({ enabled: true });
  expect((await call.get(`${path}/secret`)).body.data).toEqual({ secret });
});

test('a session needs a recent sign-in to change endpoints, and to read and rotate secrets', async () => {
  const user = await aUser();
  const call = client(web.url, user);
  const address = { url: 'https://hooks.example/' };
  const { body } = await call.post('/webhooks/endpoints', address);
  const path = `/webhooks/endpoints/${body.data._id}`;
  expect((await call.get(`${path}/secret`)).body.data).toEqual({ secret: body.data.secret });
  await signedInLongAgo(user.userId);
  for (const reply of [
    await call.post('/webhooks/endpoints', address),
    await call.call('PATCH', path, { body: address }),
    await call.call('DELETE', path),
    await call.get(`${path}/secret`),
    await call.post(`${path}/rotate`, {}),
  ]) {
    expect([reply.status, reply.body.error.code]).toEqual([403, 'reauthentication_required']);
  }
  expect((await call.get(path)).status).toBe(200);
});

test('a repeated request creates one endpoint, and changes and deletions take effect', async () => {
  const { call } = await aCaller();
  const create = () =>
    call.post('/webhooks/endpoints', { url: 'https://hooks.example/' }, { 'idempotency-key': 'a' });
  const [one, two] = await Promise.all([create(), create()]);
  expect(one.body).toEqual(two.body);
  const path = `/webhooks/endpoints/${one.body.data._id}`;
  const change = { types: ['ping'], description: null, enabled: false, max_per_second: 5 };
  const { body } = await call.call('PATCH', path, { body: change });
  expect(body.data).toMatchObject({ types: ['ping'], enabled: false, maxPerSecond: 5 });
  const off = await call.post(`${path}/test`, {});
  expect([off.status, off.body.message]).toEqual([400, 'The endpoint is turned off.']);
  expect((await call.call('DELETE', path)).body.data).toEqual({ _id: one.body.data._id });
  expect((await call.get(path)).status).toBe(404);
  expect((await create()).status).toBe(404);
});

test('an endpoint’s API IDs must be the account’s keys of its mode, and a deleted key’s API ID is kept', async () => {
  const { account, call, create } = await aCaller();
  const url = 'https://hooks.example/';
  const testKey = await aTestKeyOf(account);
  const { _id, path } = await create(url, { api_ids: [account.keyId] });
  for (const api_ids of [['dk_none'], [testKey.keyId], [(await aCaller()).account.keyId]]) {
    for (const reply of [
      await call.post('/webhooks/endpoints', { url, api_ids }),
      await call.call('PATCH', path, { body: { api_ids: [account.keyId, ...api_ids] } }),
    ]) {
      expect([reply.status, reply.body.error.param]).toEqual([400, 'api_ids']);
      expect(reply.body.message).toContain(`no live key with the API ID ${api_ids[0]}`);
    }
  }
  const other = await createKey({ userId: account.userId, name: 'Other' });
  const both = { body: { api_ids: [account.keyId, other.keyId] } };
  expect((await call.call('PATCH', path, both)).status).toBe(200);
  await deleteKey(account.userId, other._id);
  expect((await call.call('PATCH', path, both)).status).toBe(200);
  const { body } = await call.get('/webhooks/endpoints');
  expect(body.data.map((one: { _id: string }) => one._id)).toEqual([_id]);
});

test('endpoints, test events, replays and recoveries are limited, and each error names its limit', async () => {
  const { account, call, create } = await aCaller();
  const { path, _id } = await create('https://hooks.example/');
  for (let i = 1; i < maxEndpoints; i += 1) {
    await anEndpoint(account.userId, 'https://hooks.example/');
  }
  const tooMany = await call.post('/webhooks/endpoints', { url: 'https://hooks.example/' });
  expect([tooMany.status, tooMany.body.message]).toEqual([
    400,
    expect.stringContaining(`at most ${maxEndpoints} webhook endpoints`),
  ]);
  const [often = '', event = ''] = await insertFailedEvents(account.userId, _id, 2);
  await prisma.webhookEvent.update({ where: { id: often }, data: { attempts: 1_000 } });
  const refused = await call.post(`/webhooks/events/${often}/replay`, {});
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('1,000')]);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  for (const [kind, at, body] of [
    ['tests', `${path}/test`, {}],
    ['replays', `/webhooks/events/${event}/replay`, {}],
    ['recoveries', `${path}/recover`, { since }],
  ] as const) {
    const use = () => consumeWebhookLimit(account.userId, kind).catch(() => undefined);
    await Promise.all(Array.from({ length: maxPerHour[kind] }, use));
    const reply = await call.post(at, body);
    expect([kind, reply.status, reply.body.error.code]).toEqual([kind, 429, 'rate_limited']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(3_000);
  }
});

test('an endpoint’s URL must be valid, and either public or listed in WEBHOOK_ALLOW', async () => {
  const { call, create } = await aCaller();
  const { path } = await create('http://127.0.0.1:8080/');
  for (const [url, why] of [
    ['http://127.0.0.2:8080/', 'private or reserved'],
    ['https://10.0.0.1/', 'private or reserved'],
    ['https://[::ffff:127.0.0.2]/', 'private or reserved'],
    ['https://10.0.0.1/', 'see your events at /dashboard/webhooks/listen, or use'],
    ['ftp://hooks.example/', 'https'],
    ['hooks.example', ''],
  ] as const) {
    for (const reply of [
      await call.post('/webhooks/endpoints', { url }),
      await call.call('PATCH', path, { body: { url } }),
    ]) {
      expect([url, reply.status, reply.body.error.param]).toEqual([url, 400, 'url']);
      expect(reply.body.message).toContain(why);
    }
  }
});
