import { describe, expect, test } from 'vitest';
import { findSession } from '#domain/identity/sessions/create-session.ts';
import { revokeSession } from '#domain/identity/sessions/manage-sessions.ts';
import { prisma } from '#platform/db.ts';
import { type Account, anAccount, aUser } from '../support/account.ts';
import { type CallerKind, client } from '../support/client.ts';
import { callerOf, everyEndpoint, pathOf } from '../support/every-endpoint.ts';
import { sharedWeb } from '../support/shared-web.ts';

const withKey = everyEndpoint.filter(({ auth }) => auth === 'key');
const withSession = everyEndpoint.filter(({ auth }) => auth === 'session');
const withEither = everyEndpoint.filter(({ auth }) => auth === 'key-or-session');
const withBody = everyEndpoint.filter(({ body }) => body !== null);

const [web, account, user] = await Promise.all([sharedWeb(), anAccount(), aUser()]);

describe.each(withKey)('$method $path without the right key', (endpoint) => {
  test.each([
    ['no credentials', 401, 'missing_credentials', async (): Promise<CallerKind> => null],
    ['half of them', 401, 'missing_credentials', async () => ({ ...account, keyId: '' })],
    ['a wrong key', 401, 'invalid_credentials', async () => ({ ...account, secretKey: 'sk_x' })],
    [
      'somebody else’s API ID',
      401,
      'invalid_credentials',
      async () => ({ ...account, keyId: (await anAccount()).keyId }),
    ],
    ['an inactive key', 403, 'key_inactive', () => aKey({ isActive: false })],
    ['an expired key', 403, 'key_expired', () => aKey({ expiresOn: new Date(0) })],
    ['the token of a session', 401, 'invalid_credentials', async () => user],
  ] as const)('%s is refused', async (_, status, code, who) => {
    const as = await who();
    const body = endpoint.body ? {} : undefined;
    const reply = await client(web.url, as).call(endpoint.method, pathOf(endpoint), { body });
    expect([reply.status, reply.body.error.code]).toEqual([status, code]);
    expect(reply.body.error.requestId).toBe(reply.headers.get('x-request-id'));
  });
});

describe.each(withSession)('$method $path without a session', (endpoint) => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  test.each([
    ['no token', 'missing_credentials', async () => ({})],
    ['an empty one', 'missing_credentials', async () => bearer('')],
    ['the cookie of a browser', 'missing_credentials', async () => inCookies(user.token)],
    [
      'a token in another scheme',
      'missing_credentials',
      async () => ({ authorization: user.token }),
    ],
    [
      'the headers of an API key',
      'missing_credentials',
      async () => ({ 'x-api-id': account.keyId, 'x-api-key': account.secretKey }),
    ],
    ['an API key as bearer', 'invalid_credentials', async () => bearer(account.secretKey)],
    ['a made-up token', 'session_expired', async () => bearer('A'.repeat(43))],
    ['a session that was signed out', 'session_expired', async () => bearer(await anEndedToken())],
    ['a session whose time is over', 'session_expired', async () => bearer(await anOldToken())],
  ] as const)('%s is refused', async (_, code, headersOf) => {
    const body = endpoint.body ? {} : undefined;
    const headers: Record<string, string> = await headersOf();
    const reply = await client(web.url, null).call(endpoint.method, pathOf(endpoint), {
      body,
      headers,
    });
    expect([reply.status, reply.body.error.code]).toEqual([401, code]);
    if (code === 'missing_credentials') {
      expect(reply.body.message).toBe('Send your session token: Authorization: Bearer …');
    }
  });
});

describe.each(withEither)('$method $path without a key or a session', (endpoint) => {
  test.each([
    ['no credentials', 'missing_credentials', async () => ({})],
    ['half of a key', 'missing_credentials', async () => ({ 'x-api-id': account.keyId })],
    [
      'a wrong key beside the token of a session',
      'invalid_credentials',
      async () => ({
        'x-api-id': account.keyId,
        'x-api-key': 'sk_x',
        authorization: `Bearer ${user.token}`,
      }),
    ],
    [
      'a wrong key as bearer',
      'invalid_credentials',
      async () => ({ authorization: 'Bearer sk_x' }),
    ],
    ['the cookie of a browser', 'missing_credentials', async () => inCookies(user.token)],
    [
      'a session that was signed out',
      'session_expired',
      async () => ({ authorization: `Bearer ${await anEndedToken()}` }),
    ],
  ] as const)('%s is refused', async (_, code, headersOf) => {
    const body = endpoint.body ? {} : undefined;
    const headers: Record<string, string> = await headersOf();
    const sent = { body, headers };
    const reply = await client(web.url, null).call(endpoint.method, pathOf(endpoint), sent);
    expect([reply.status, reply.body.error.code]).toEqual([401, code]);
  });
});

/** The token under every name that a cookie of ours might have. */
const inCookies = (token: string) => ({
  cookie: ['session', 'token', '__session', '__Host-session', 'dakiya_session']
    .map((name) => `${name}=${token}`)
    .join('; '),
});

async function anEndedToken(): Promise<string> {
  const { userId, token } = await aUser();
  const signedIn = await findSession(token, 'program');
  await revokeSession(userId, signedIn?.sessionId ?? '');
  return token;
}

async function anOldToken(): Promise<string> {
  const { userId, token } = await aUser();
  await prisma.session.updateMany({ where: { userId }, data: { expiresAt: new Date() } });
  return token;
}

describe.each(withBody)('$method $path with a body that cannot be read', (endpoint) => {
  test.each([
    ['no body', undefined, {}, 415, 'unsupported_media_type'],
    [
      'another content type',
      'a=b',
      { 'content-type': 'text/plain' },
      415,
      'unsupported_media_type',
    ],
    ['an empty body', '', {}, 400, 'invalid_json'],
    ['half of an object', '{"recipient":', {}, 400, 'invalid_json'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}, 400, 'invalid_json'],
    ['a number', '7', {}, 400, 'invalid_parameter'],
    ['null', 'null', {}, 400, 'invalid_parameter'],
    ['a list', '[]', {}, 400, 'invalid_parameter'],
  ] as const)('%s is refused', async (_, body, headers, status, code) => {
    const caller = client(web.url, callerOf(endpoint, account, user));
    const reply = await caller.call(endpoint.method, pathOf(endpoint), { body, headers });
    expect([reply.status, reply.body.error.code]).toEqual([status, code]);
  });

  test('a body over the limit is rejected', async () => {
    const body = JSON.stringify({ filler: 'x'.repeat(endpoint.maxBody) });
    const caller = client(web.url, callerOf(endpoint, account, user));
    const reply = await caller.call(endpoint.method, pathOf(endpoint), { body });
    expect([reply.status, reply.body.error.code]).toEqual([413, 'body_too_large']);
  });
});

const withNeeds = withBody.filter(({ body }) => !body?.safeParse({}).success);

test.each(withNeeds)('$method $path needs something in its body', async (endpoint) => {
  const caller = client(web.url, callerOf(endpoint, account, user));
  const reply = await caller.call(endpoint.method, pathOf(endpoint), { body: {} });
  expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_parameter']);
});

test('another account’s message is not found, as if it did not exist', async () => {
  const { body: sent } = await client(web.url, account).send('9876543210', 'Hello');
  const id: string = sent.data._id;
  const other = client(web.url, await anAccount());
  for (const path of [`/messages/${id}`, '/messages/msg_none', '/messages/%00']) {
    const { status, body } = await other.get(path);
    expect([404, 400]).toContain(status);
    expect(body.error.code).toMatch(/not_found|invalid_parameter/);
  }
});

test('every other path under /api is a JSON 404', async () => {
  for (const path of ['', '/v1', '/v1/', '/v1/nothing', '/v2/messages', '/v1/messages/a/b']) {
    const response = await fetch(`${web.url}/api${path}`, { method: 'POST' });
    expect(response.headers.get('content-type')).toContain('json');
    expect(response.status).toBe(404);
  }
});

async function aKey(change: { isActive?: boolean; expiresOn?: Date }): Promise<Account> {
  const other = await anAccount();
  await prisma.credential.update({ where: { keyId: other.keyId }, data: change });
  return other;
}
