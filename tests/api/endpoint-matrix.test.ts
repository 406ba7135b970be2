import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#app/api/endpoint.ts';
import { getOpenapi } from '#app/api/endpoints/get-openapi.server.ts';
import { endpoints } from '#app/api/endpoints.server.ts';
import { successSchema } from '#app/api/openapi.server.ts';
import { prisma } from '#platform/db.server.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { type Program, startWeb } from '../support/programs.ts';

const all = [...endpoints, getOpenapi];
const withKey = all.filter(({ auth }) => auth === 'key');
const withBody = all.filter(({ body }) => body !== null);

/** A good request for every endpoint: one that is missing here fails its tests. */
const good: Record<string, () => Promise<{ path?: string; body?: unknown }>> = {
  sendMessage: async () => ({ body: { recipient: '9876543210', message: 'Hello' } }),
  postMessage: async () => ({ body: { recipient: '9876543210', content: 'Hello' } }),
  sendBatch: async () => ({ body: { messages: [{ recipient: '9876543210', message: 'a' }, 7] } }),
  listMessages: async () => ({}),
  getMessage: async () => ({ path: `/messages/${await aMessage()}` }),
  sendOtp: async () => ({ body: { recipient: '9876543211' } }),
  verifyOtp: async () => {
    const recipient = '9876543212';
    await client(web.url, account).post('/messages/send-otp', { recipient });
    return { body: { recipient, otp: await codeSentTo(`+91${recipient}`) } };
  },
  getBalance: async () => ({}),
  getOpenapi: async () => ({}),
};

let web: Program & { url: string };
let account: Account;

beforeAll(async () => {
  [web, account] = await Promise.all([startWeb(), anAccount()]);
});
afterAll(() => web.stop());

async function aMessage(): Promise<string> {
  const { body } = await client(web.url, account).send('9876543210', 'Hello');
  return body.data._id;
}

async function codeSentTo(recipient: string): Promise<string> {
  const { unseal } = await import('#platform/crypto.server.ts');
  const otp = await prisma.otp.findFirstOrThrow({ where: { recipient, state: 'pending' } });
  return unseal(otp.codeSealed ?? Buffer.alloc(0));
}

async function request(endpoint: Endpoint, as: Account | null) {
  const { path, body } = (await good[endpoint.operationId]?.()) ?? {};
  return client(web.url, as).call(endpoint.method, path ?? endpoint.path, { body });
}

describe.each(all)('$method $path', (endpoint) => {
  test('answers a good request with its status and in the shape that it declares', async () => {
    const reply = await request(endpoint, account);
    expect(reply.body).toMatchObject(endpoint.bare ? {} : { message: endpoint.message });
    expect(reply.status).toBe(endpoint.status);
    expect(successSchema(endpoint).safeParse(reply.body).error).toBeUndefined();
    expect(reply.headers.get('x-request-id')).toMatch(/^req_/);
  });

  test('refuses another method, and says which it takes', async () => {
    for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      const path = endpoint.path.replace('{id}', 'msg_1');
      const reply = await client(web.url, account).call(method, path);
      expect(reply.status).toBe(405);
      expect(reply.body.error.code).toBe('method_not_allowed');
      expect(reply.headers.get('allow')).toBe(endpoint.method);
    }
  });
});

describe.each(withKey)('$method $path without the right key', (endpoint) => {
  test.each([
    ['no credentials', 401, 'missing_credentials', async (): Promise<Account | null> => null],
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
  ] as const)('%s is refused', async (_, status, code, who) => {
    const as = await who();
    const path = endpoint.path.replace('{id}', 'msg_1');
    const body = endpoint.method === 'POST' ? {} : undefined;
    const reply = await client(web.url, as).call(endpoint.method, path, { body });
    expect([reply.status, reply.body.error.code]).toEqual([status, code]);
    expect(reply.body.error.requestId).toBe(reply.headers.get('x-request-id'));
  });
});

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
    ['an empty object', '{}', {}, 400, 'invalid_parameter'],
  ] as const)('%s is refused', async (_, body, headers, status, code) => {
    const reply = await client(web.url, account).call('POST', endpoint.path, { body, headers });
    expect([reply.status, reply.body.error.code]).toEqual([status, code]);
  });

  test('a body over the limit is refused', async () => {
    const body = JSON.stringify({ filler: 'x'.repeat(endpoint.maxBody) });
    const reply = await client(web.url, account).call('POST', endpoint.path, { body });
    expect([reply.status, reply.body.error.code]).toEqual([413, 'body_too_large']);
  });
});

test('somebody else’s message is not found, as if it did not exist', async () => {
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
