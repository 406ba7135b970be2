import { describe, expect, test } from 'vitest';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import type { Endpoint } from '#app/api/endpoint.ts';
import { getOpenApiDocument } from '#app/api/endpoints/get-openapi.server.ts';
import { successSchema } from '#app/api/openapi.server.ts';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.server.ts';
import { createKey } from '#domain/identity/api-keys/create-key.server.ts';
import { findSession } from '#domain/identity/sessions/find-session.server.ts';
import { revokeSession } from '#domain/identity/sessions/manage-sessions.server.ts';
import { prisma } from '#platform/db.server.ts';
import { type Account, anAccount, aUser } from '../support/account.ts';
import { type CallerKind, client } from '../support/client.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { startPaymentStack } from '../support/payment-stack.ts';
import { aRemixDoor } from '../support/remix-door.ts';
import { stopAfterFile } from '../support/stop-after-file.ts';
import { type GoodRequest, validPaymentRequests } from '../support/valid-payment-requests.ts';

const all = [...endpoints, getOpenApiDocument];
const withKey = all.filter(({ auth }) => auth === 'key');
const withSession = all.filter(({ auth }) => auth === 'session');
const withBody = all.filter(({ body }) => body !== null);

// Here and not in beforeAll: what is registered there to be ended afterwards never is.
const [shop, account, user] = await Promise.all([
  startPaymentStack({ FAILED_AUTH_PER_MINUTE: '10000' }),
  anAccount(),
  aUser(),
]);
const { web } = shop;
const door = await stopAfterFile(aRemixDoor(shop.settings));

let used = 0;
/** A number that nothing was sent to. */
const aNumber = () => String(9_876_600_000 + ++used);

/** A good request for every endpoint: one that is missing here fails its tests. */
const good: Record<string, () => Promise<GoodRequest>> = {
  ...validPaymentRequests(() => shop),
  sendMessage: async () => ({ body: { recipient: '9876543210', message: 'Hello' } }),
  postMessage: async () => ({ body: { recipient: '9876543210', content: 'Hello' } }),
  sendBatch: async () => ({ body: { messages: [{ recipient: '9876543210', message: 'a' }, 7] } }),
  listMessages: async () => ({}),
  getMessage: async () => ({ path: `/messages/${await aMessage()}` }),
  sendOtp: async () => ({ body: { recipient: aNumber() } }),
  verifyOtp: async () => {
    const recipient = aNumber();
    await client(web.url, account).post('/messages/send-otp', { recipient });
    return { body: { recipient, otp: await codeSentTo(`+91${recipient}`) } };
  },
  getBalance: async () => ({}),
  listPlans: async () => ({}),
  getOpenApiDocument: async () => ({}),
  signUp: async () => ({
    body: {
      name: 'Asha',
      email: `asha${aNumber()}@example.com`,
      password: 'correct horse',
      passwordConfirm: 'correct horse',
      role: 'user',
    },
  }),
  logIn: async () => ({ body: { email: user.email, password: user.password } }),
  logOut: async () => ({ as: await aUser() }),
  getProfile: async () => ({}),
  updateUser: async () => ({
    path: `/users/updateUser?id=${user.userId}`,
    body: { name: 'Ravi', email: user.email },
  }),
  forgotPassword: async () => ({ body: { email: 'nobody@example.com' } }),
  listApiKeys: async () => ({}),
  createApiKey: async () => ({ body: { name: 'Shop' } }),
  updateApiKey: async () => ({ path: `/api-keys/${await aKeyId()}`, body: { name: 'Store' } }),
  deleteApiKey: async () => ({ path: `/api-keys/api-keys/:key?keyId=${await aKeyId()}` }),
  resetPassword: async () => {
    const { userId, email } = await aUser();
    const token = await issueMailedToken('reset_password', userId, email);
    return {
      path: `/users/resetPassword/${token}`,
      body: { password: 'marble kettle', passwordConfirm: 'marble kettle' },
    };
  },
};

async function aMessage(): Promise<string> {
  const { body } = await client(web.url, account).send('9876543210', 'Hello');
  return body.data._id;
}

async function aKeyId(): Promise<string> {
  return (await createKey({ userId: user.userId, name: 'Shop' })).keyId;
}

async function codeSentTo(recipient: string): Promise<string> {
  const otp = await prisma.otp.findFirstOrThrow({ where: { recipient, state: 'pending' } });
  return codeOfRow(otp);
}

/** Who may call it. */
const callerOf = ({ auth }: Endpoint): CallerKind =>
  ({ key: account, session: user, none: null })[auth];

/** Its path, with something in the place of each parameter. */
const pathOf = ({ path }: Endpoint) => path.replaceAll(/\{\w+\}/g, 'x');

async function request(endpoint: Endpoint, url: string) {
  const { path, as, ...sent } = (await good[endpoint.operationId]?.()) ?? {};
  const caller = client(url, as ?? callerOf(endpoint));
  return caller.call(endpoint.method, path ?? endpoint.path, sent);
}

/** The short cut that programs' calls take, and the way of any other address: both lead to the same answers. */
const ways = [
  { way: 'directly', url: web.url },
  { way: 'through all routes', url: door.url },
];

describe.each(ways.flatMap((way) => all.map((endpoint) => ({ ...way, ...endpoint, endpoint }))))(
  '$method $path $way',
  ({ url, endpoint }) => {
    test('answers a good request with its status and in the shape that it declares', async () => {
      const reply = await request(endpoint, url);
      expect(reply.body).toMatchObject(endpoint.bare ? {} : { message: endpoint.message });
      expect(reply.status).toBe(endpoint.status);
      expect(successSchema(endpoint).safeParse(reply.body).error).toBeUndefined();
      expect(reply.headers.get('x-request-id')).toMatch(/^req_/);
    });

    test('rejects another method, and lists the allowed ones', async () => {
      const allowed = all.filter(({ path }) => path === endpoint.path).map(({ method }) => method);
      const others = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND'].filter(
        (method) => !allowed.some((one) => one === method),
      );
      for (const method of others) {
        const reply = await client(url, callerOf(endpoint)).call(method, pathOf(endpoint));
        expect(reply.status).toBe(405);
        expect(reply.body.error.code).toBe('method_not_allowed');
        expect(reply.headers.get('allow')).toBe(allowed.join(', '));
      }
    });
  },
);

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
    const caller = client(web.url, callerOf(endpoint));
    const reply = await caller.call(endpoint.method, pathOf(endpoint), { body, headers });
    expect([reply.status, reply.body.error.code]).toEqual([status, code]);
  });

  test('a body over the limit is rejected', async () => {
    const body = JSON.stringify({ filler: 'x'.repeat(endpoint.maxBody) });
    const caller = client(web.url, callerOf(endpoint));
    const reply = await caller.call(endpoint.method, pathOf(endpoint), { body });
    expect([reply.status, reply.body.error.code]).toEqual([413, 'body_too_large']);
  });
});

const withNeeds = withBody.filter(({ body }) => !body?.safeParse({}).success);

test.each(withNeeds)('$method $path needs something in its body', async (endpoint) => {
  const caller = client(web.url, callerOf(endpoint));
  const reply = await caller.call(endpoint.method, pathOf(endpoint), { body: {} });
  expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_parameter']);
});

test('another account’s message is not found, as if it did not exist', async () => {
  const id = await aMessage();
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
