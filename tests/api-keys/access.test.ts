import { beforeAll, expect, test } from 'vitest';
import { allKeyScopes, type KeyScope } from '#domain/identity/api-keys/contract.browser.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { updateKey } from '#domain/identity/api-keys/user-keys.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { dltBodies, dltText, registerAll } from '../support/dlt-requests.ts';
import { everyEndpoint, pathOf } from '../support/every-endpoint.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { anOtpService } from '../support/otp-service.ts';

const web = await sharedWeb();

beforeAll(flushRedis);

type Access = Partial<
  Pick<Parameters<typeof createKey>[0], 'scopes' | 'templates' | 'services' | 'addresses'>
>;

/** Another key of an account. */
async function aKey({ userId }: { userId: string }, access: Access): Promise<Account> {
  return { userId, ...(await createKey({ userId, name: 'Restricted', ...access })) };
}

const without = (scope: KeyScope) => allKeyScopes.filter((other) => other !== scope);
const withoutDlt = without('dlt');

test('an endpoint rejects a key without its scope and names the scope, and accepts a key with only that scope', async () => {
  const account = await anAccount();
  const keys = new Map(
    await Promise.all(
      allKeyScopes.map(async (scope) => {
        const lacking = await aKey(account, { scopes: without(scope) });
        return [scope, { lacking, having: await aKey(account, { scopes: [scope] }) }] as const;
      }),
    ),
  );
  for (const endpoint of everyEndpoint) {
    const { method, path, scope, auth } = endpoint;
    expect([`${method} ${path}`, scope !== null]).toEqual([
      `${method} ${path}`,
      auth.startsWith('key'),
    ]);
    if (scope === null) continue;
    const { lacking, having } = keys.get(scope) ?? {};
    if (!lacking || !having) throw new Error(`no key for ${scope}`);
    const body = endpoint.body ? {} : undefined;
    const refused = await client(web.url, lacking).call(method, pathOf(endpoint), { body });
    expect([path, refused.status, refused.body.error.code, refused.body.error.scope]).toEqual([
      ...[path, 403, 'scope_missing', scope],
    ]);
    expect(refused.body.message).toContain(scope);
    const letIn = await client(web.url, having).call(method, pathOf(endpoint), { body });
    expect(letIn.status).not.toBe(403);
  }
});

test('keys created before scopes existed have every scope', async () => {
  const account = await anAccount();
  const [row] = await prisma.$queryRaw<{ scopes: string[] }[]>`
    INSERT INTO credentials (id, user_id, name, key_id, secret_hash, encrypted_secret)
    VALUES ('key_before', ${account.userId}, 'Before', 'dk_before', '\\x00', '\\x00') RETURNING scopes`;
  expect(row?.scopes).toEqual(allKeyScopes);
});

test('a key that is restricted to a template cannot send messages of other templates', async () => {
  const account = await anAccount();
  await registerAll(account.userId);
  const { template_id: template } = dltBodies.template;
  const [mine, other] = await Promise.all([
    aKey(account, { scopes: withoutDlt, templates: [template] }),
    aKey(account, { scopes: withoutDlt, templates: ['110716000000000009'] }),
  ]);
  const sent = await client(web.url, mine).send('9876543210', dltText);
  expect([sent.status, sent.body.data?.templateId]).toEqual([202, template]);
  const refused = await client(web.url, other).send('9876543210', dltText);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'template_not_allowed']);
  expect(refused.body.message).toContain(template);
  const batch = await client(web.url, other).post('/messages/batch', {
    messages: [{ recipient: '9876543210', message: dltText }],
  });
  expect(batch.body.data).toMatchObject([
    { status: 'error', error: { code: 'template_not_allowed' } },
  ]);
  const code = await client(web.url, mine).post('/messages/send-otp', { recipient: '9876543210' });
  expect([code.status, code.body.error.code]).toEqual([403, 'otp_service_not_allowed']);
  expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(1);
});

test('a restricted key cannot send a message without a template', async () => {
  const account = await anAccount();
  const key = await aKey(account, { scopes: withoutDlt, templates: ['110716000000000009'] });
  const { status, body } = await client(web.url, key).send('9876543210', 'Hello');
  expect([status, body.error.code]).toEqual([403, 'template_not_allowed']);
});

test('a key that is restricted to an OTP service can only send and verify codes of that service', async () => {
  const { account, service, call } = await anOtpService(web.url);
  const other = (await call.post('/otp-services', { name: 'Other' })).body.data._id;
  const key = await aKey(account, { scopes: withoutDlt, services: [service] });
  const restricted = client(web.url, key);
  const recipient = '9876543211';
  const send = (given: object) => restricted.post('/messages/send-otp', { recipient, ...given });
  expect((await send({ service })).status).toBe(202);
  for (const given of [{ service: other }, {}]) {
    const { status, body } = await send(given);
    expect([status, body.error.code]).toEqual([403, 'otp_service_not_allowed']);
  }
  const { body: sent } = await call.post('/messages/send-otp', { recipient, service: other });
  const guesses = await Promise.all([
    restricted.post('/messages/verify-otp', { recipient, otp: '000000', service: other }),
    restricted.post('/messages/verify-otp', {
      phone_number: recipient,
      otp_code: '000000',
      otp_id: sent.data.otpId,
    }),
  ]);
  expect(guesses.map(({ body }) => body.error.code)).toEqual([
    'otp_service_not_allowed',
    'otp_service_not_allowed',
  ]);
  const { attempts } = await prisma.otp.findUniqueOrThrow({ where: { id: sent.data.otpId } });
  expect(attempts).toBe(0);
});

test('a key works only from its allowed addresses, and each use of the key is recorded with the caller’s address', async () => {
  const account = await anAccount();
  const [here, elsewhere] = await Promise.all([
    aKey(account, { addresses: ['127.0.0.0/8', '::1'] }),
    aKey(account, { addresses: ['203.0.113.7'] }),
  ]);
  expect((await client(web.url, here).get('/balance')).status).toBe(200);
  const { status, body } = await client(web.url, elsewhere).get('/balance');
  expect([status, body.error.code]).toEqual([403, 'address_not_allowed']);
  expect(body.message).toMatch(
    /^Calls from \S+ are not allowed by the addresses of the API key\.$/,
  );
  const used = await until('the use is recorded', async () => {
    const row = await prisma.credential.findUniqueOrThrow({ where: { keyId: here.keyId } });
    return row.lastUsedAt && row;
  });
  expect(['127.0.0.1', '::1']).toContain(used.lastUsedFrom);
});

const restrictedTo = { templates: ['1107160000000000001'] };

test('a restricted key cannot have a scope that would let the key change its own restriction', async () => {
  const { userId, token } = await aUser();
  const call = client(web.url, { token });
  const made = await call.post('/api-keys/create-api-key', { name: 'Shop', ...restrictedTo });
  expect([made.status, made.body.error.param]).toEqual([400, 'scopes']);
  const key = await createKey({ userId, name: 'Shop' });
  const patch = (body: object) => call.call('PATCH', `/api-keys/${key._id}`, { body });
  const refused = await patch(restrictedTo);
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.objectContaining({ code: 'invalid_parameter', param: 'scopes' }),
  ]);
  const scopes = ['messages:send', 'otp'];
  const changed = await patch({ ...restrictedTo, scopes: scopes.toReversed() });
  expect(changed.body.data).toMatchObject({ ...restrictedTo, scopes });
  expect((await patch({ scopes: ['dlt'] })).status).toBe(400);
  expect((await patch({ scopes: ['dlt'], templates: [] })).status).toBe(200);
});

test.each([
  ['no scope', { scopes: [] }],
  ['an unknown scope', { scopes: ['everything'] }],
  ['a template that is not an id', { templates: ['shipped'] }],
  ['an invalid address', { addresses: ['203.0.113.300'] }],
  ['51 addresses', { addresses: Array.from({ length: 51 }, (_, i) => `203.0.113.${i}`) }],
])('rejects %s', async (_, access) => {
  const { token } = await aUser();
  const { status, body } = await client(web.url, { token }).post('/api-keys/create-api-key', {
    name: 'Shop',
    ...access,
  });
  expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
});

test('changing what a key may do needs a recent login', async () => {
  const { userId, token } = await aUser();
  const key = await createKey({ userId, name: 'Shop' });
  await signedInLongAgo(userId);
  const patch = (body: object) =>
    client(web.url, { token }).call('PATCH', `/api-keys/${key._id}`, { body });
  for (const body of [
    { scopes: ['otp'] },
    { templates: [] },
    { services: [] },
    { addresses: [] },
  ]) {
    expect((await patch(body)).body.error.code).toBe('reauthentication_required');
  }
  expect((await patch({ name: 'Store' })).status).toBe(200);
});

test('a key records which user created it, and with which device and IP address', async () => {
  const { email, token } = await aUser();
  const { body } = await client(web.url, { token }).call('POST', '/api-keys/create-api-key', {
    body: { name: 'Shop', addresses: ['203.0.113.77/24'] },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
  });
  expect(body.data).toMatchObject({
    addresses: ['203.0.113.0/24'],
    createdBy: { email, device: 'Firefox on Linux', address: expect.stringMatching(/\S/) },
  });
});

test('after a scope is removed from a key, calls that need the scope are refused within two seconds', async () => {
  const account = await anAccount();
  const call = client(web.url, account);
  expect((await call.get('/balance')).status).toBe(200);
  await updateKey(account.userId, account.keyId, { scopes: ['otp'] });
  const changed = performance.now();
  await until('the scope is gone', async () => (await call.get('/balance')).status === 403);
  expect(performance.now() - changed).toBeLessThan(2_000);
});
