import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#app/api/endpoint.ts';
import { findSession } from '#domain/identity/sessions/create-session.ts';
import { revokeSession } from '#domain/identity/sessions/manage-sessions.ts';
import { prisma } from '#platform/db.ts';
import { localClient } from '../harness/in-process.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { type Account, anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { callerOf, everyEndpoint, pathOf } from '../support/every-endpoint.ts';

const [web, account, user, other] = await Promise.all([
  sharedWeb(),
  anAccount(),
  aUser(),
  anAccount(),
]);
const [inactive, expired] = [await anAccount(), await anAccount()];
await change(inactive, { isActive: false });
await change(expired, { expiresOn: new Date(0) });
const [ended, old] = [await aUser(), await aUser()];
await revokeSession(ended.userId, (await findSession(ended.token, 'program'))?.sessionId ?? '');
await prisma.session.updateMany({ where: { userId: old.userId }, data: { expiresAt: new Date() } });

function change({ keyId }: Account, data: { isActive?: boolean; expiresOn?: Date }) {
  return prisma.credential.update({ where: { keyId }, data });
}

const keyOf = ({ keyId, secretKey }: Pick<Account, 'keyId' | 'secretKey'>) => ({
  'x-api-id': keyId,
  'x-api-key': secretKey,
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** The token in a cookie, under each name that the product might use. */
const inCookies = {
  cookie: ['session', 'token', '__session', '__Host-session', 'dakiya_session']
    .map((name) => `${name}=${user.token}`)
    .join('; '),
};

type Refusals = Record<string, [headers: Record<string, string>, code: string, status?: number]>;

/** The credentials that an endpoint refuses, by the kind of credentials that it accepts. */
const refusals: Record<Exclude<Endpoint['auth'], 'none'>, Refusals> = {
  key: {
    'no credentials': [{}, 'missing_credentials'],
    'half of them': [keyOf({ ...account, keyId: '' }), 'missing_credentials'],
    'a wrong key': [keyOf({ ...account, secretKey: 'sk_x' }), 'invalid_credentials'],
    'somebody else’s API ID': [keyOf({ ...account, keyId: other.keyId }), 'invalid_credentials'],
    'an inactive key': [keyOf(inactive), 'key_inactive', 403],
    'an expired key': [keyOf(expired), 'key_expired', 403],
    'the token of a session': [bearer(user.token), 'invalid_credentials'],
  },
  session: {
    'no token': [{}, 'missing_credentials'],
    'an empty one': [bearer(''), 'missing_credentials'],
    'the cookie of a browser': [inCookies, 'missing_credentials'],
    'a token in another scheme': [{ authorization: user.token }, 'missing_credentials'],
    'the headers of an API key': [keyOf(account), 'missing_credentials'],
    'an API key as bearer': [bearer(account.secretKey), 'invalid_credentials'],
    'a made-up token': [bearer('A'.repeat(43)), 'session_expired'],
    'a session that was signed out': [bearer(ended.token), 'session_expired'],
    'a session whose time is over': [bearer(old.token), 'session_expired'],
  },
  'key-or-session': {
    'no credentials': [{}, 'missing_credentials'],
    'half of a key': [{ 'x-api-id': account.keyId }, 'missing_credentials'],
    'a wrong key beside the token of a session': [
      { ...keyOf({ ...account, secretKey: 'sk_x' }), ...bearer(user.token) },
      'invalid_credentials',
    ],
    'a wrong key as bearer': [bearer('sk_x'), 'invalid_credentials'],
    'the cookie of a browser': [inCookies, 'missing_credentials'],
    'a session that was signed out': [bearer(ended.token), 'session_expired'],
  },
};

/** Bodies that the API cannot parse. */
const badBodies: [
  string,
  string | Uint8Array | undefined,
  status: number,
  code: string,
  type?: string,
][] = [
  ['no body', undefined, 415, 'unsupported_media_type'],
  ['another content type', 'a=b', 415, 'unsupported_media_type', 'text/plain'],
  ['an empty body', '', 400, 'invalid_json'],
  ['half of an object', '{"recipient":', 400, 'invalid_json'],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, 'invalid_json'],
  ['UTF-16', Buffer.from('{}', 'utf16le'), 400, 'invalid_json'],
  ['a number', '7', 400, 'invalid_parameter'],
  ['null', 'null', 400, 'invalid_parameter'],
  ['a list', '[]', 400, 'invalid_parameter'],
];

/** Calls the API in this process, or over HTTP. */
type Caller = typeof localClient;
const overHttp: Caller = (as) => client(web.url, as);

async function refusesCredentials(endpoint: Endpoint, callerFor: Caller) {
  const { method, auth } = endpoint;
  const body = endpoint.body ? {} : undefined;
  for (const [name, [headers, code, status = 401]] of Object.entries(
    auth === 'none' ? {} : refusals[auth],
  )) {
    const reply = await callerFor(null).call(method, pathOf(endpoint), { body, headers });
    expect([name, reply.status, reply.body.error.code]).toEqual([name, status, code]);
    expect(reply.body.error.requestId).toBe(reply.headers.get('x-request-id'));
    if (auth === 'session' && code === 'missing_credentials') {
      expect(reply.body.message).toBe('Send your session token: Authorization: Bearer …');
    }
  }
}

async function refusesBodies(endpoint: Endpoint, callerFor: Caller) {
  const { call } = callerFor(callerOf(endpoint, account, user));
  const tooLarge = JSON.stringify({ filler: 'x'.repeat(endpoint.maxBody) });
  for (const [name, body, status, code, type] of [
    ...badBodies,
    ['a body over the limit', tooLarge, 413, 'body_too_large'] as (typeof badBodies)[number],
  ]) {
    const headers: Record<string, string> = type ? { 'content-type': type } : {};
    const reply = await call(endpoint.method, pathOf(endpoint), { body, headers });
    expect([name, reply.status, reply.body.error.code]).toEqual([name, status, code]);
  }
}

const withCredentials = everyEndpoint.filter(({ auth }) => auth !== 'none');
const withBody = everyEndpoint.filter(({ body }) => body !== null);

test.each(withCredentials)('$method $path refuses wrong credentials', (endpoint) =>
  refusesCredentials(endpoint, localClient),
);

test.each(withBody)('$method $path refuses an unreadable body', (endpoint) =>
  refusesBodies(endpoint, localClient),
);

describe('over HTTP', () => {
  test.each(['key', 'session', 'key-or-session'] as const)(
    'an endpoint that takes a %s refuses wrong credentials and unreadable bodies, just as in the tests without HTTP',
    async (auth) => {
      const endpoint = withBody.find((one) => one.auth === auth);
      if (!endpoint) throw new Error(`There is an endpoint with ${auth}`);
      await refusesCredentials(endpoint, overHttp);
      await refusesBodies(endpoint, overHttp);
    },
  );

  /** One endpoint for each limit of a body's size. */
  const byLimit = [...new Map(withBody.map((one) => [one.maxBody, one])).values()];

  test.each(byLimit)('$method $path refuses a body over its limit', (endpoint) =>
    refusesBodies(endpoint, overHttp),
  );
});

const withNeeds = withBody.filter(({ body }) => !body?.safeParse({}).success);

test.each(withNeeds)('$method $path rejects an empty object', async (endpoint) => {
  const { call } = localClient(callerOf(endpoint, account, user));
  const reply = await call(endpoint.method, pathOf(endpoint), { body: {} });
  expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_parameter']);
});

test('another account’s message is reported as not found, like a missing message', async () => {
  const { body: sent } = await client(web.url, account).send('9876543210', 'Hello');
  const stranger = client(web.url, other);
  for (const id of [sent.data._id, 'msg_none', '%00']) {
    const { status, body } = await stranger.get(`/messages/${id}`);
    expect([404, 400]).toContain(status);
    expect(body.error.code).toMatch(/not_found|invalid_parameter/);
  }
});

test('any unknown path under /api gets a 404 in JSON', async () => {
  for (const path of ['', '/v1', '/v1/', '/v1/nothing', '/v2/messages', '/v1/messages/a/b']) {
    const response = await fetch(`${web.url}/api${path}`, { method: 'POST' });
    expect(response.headers.get('content-type')).toContain('json');
    expect(response.status).toBe(404);
  }
});
