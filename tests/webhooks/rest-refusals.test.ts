import { expect, test } from 'vitest';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { deleteKey } from '#domain/identity/api-keys/user-key.ts';
import { maxEndpoints, maxPerHour } from '#domain/webhooks/contract.browser.ts';
import { consumeWebhookLimit } from '#domain/webhooks/log/replay-event.ts';
import { prisma } from '#platform/db.ts';
import { aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { aTestKeyOf } from '../support/test-key.ts';
import { aWebhookCaller } from '../support/webhook-caller.ts';
import { insertFailedEvents } from '../support/webhooks.ts';

const web = await sharedWeb();
const aCaller = () => aWebhookCaller(web.url);

test('a stranger finds neither endpoints nor events of an account', async () => {
  const { account, create } = await aCaller();
  const { path, _id } = await create('https://hooks.example/');
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
});

test('a session changes endpoints, and reads and rotates secrets, only after a recent sign-in', async () => {
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

test('a repeated creation makes one endpoint, and a changed or deleted one takes effect', async () => {
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

test('an API ID of which the account has no key in the mode of the endpoint is refused, and one whose key is deleted stays', async () => {
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

test('what costs something is limited, with an error that says the limit', async () => {
  const { account, call, create } = await aCaller();
  const { path, _id } = await create('https://hooks.example/');
  for (let i = 1; i < maxEndpoints; i += 1) await create('https://hooks.example/');
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

test.each([
  ['http://127.0.0.2:8080/', 'private or reserved'],
  ['https://10.0.0.1/', 'private or reserved'],
  ['https://[::ffff:127.0.0.2]/', 'private or reserved'],
  ['ftp://hooks.example/', 'https'],
  ['hooks.example', ''],
])(
  'the address %s is refused where it is set, as WEBHOOK_ALLOW does not name it',
  async (url, why) => {
    const { call, create } = await aCaller();
    const { path } = await create('http://127.0.0.1:8080/');
    for (const reply of [
      await call.post('/webhooks/endpoints', { url }),
      await call.call('PATCH', path, { body: { url } }),
    ]) {
      expect([reply.status, reply.body.error.param]).toEqual([400, 'url']);
      expect(reply.body.message).toContain(why);
    }
  },
);
