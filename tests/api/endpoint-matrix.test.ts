import { expect, test } from 'vitest';
import { successSchema } from '#app/api/openapi.server.ts';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { localClient } from '../harness/in-process.ts';
import { startPaymentStack } from '../harness/payment-stack.ts';
import { aRemixDoor } from '../harness/remix-door.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { anAccount, aUser } from '../support/account.ts';
import { actionsOf, silentEndpoints } from '../support/audit-expectations.ts';
import { client } from '../support/client.ts';
import { registerAll } from '../support/dlt-requests.ts';
import { callerOf, everyEndpoint, pathOf } from '../support/every-endpoint.ts';
import { validKeyRequests } from '../support/valid-key-requests.ts';
import { type GoodRequest, validPaymentRequests } from '../support/valid-payment-requests.ts';

// The setup is not in beforeAll, because Vitest would not run a cleanup that is registered there.
const [shop, account, user] = await Promise.all([startPaymentStack(), anAccount(), aUser()]);
const { web } = shop;
// This account's messages must match its templates.
const registrant = await anAccount();
await registerAll(registrant.userId);
const door = await stopAfterFile(aRemixDoor(shop.settings));

let used = 0;
/** A number that has received nothing. */
const aNumber = () => String(9_876_600_000 + ++used);

/** A valid request for each endpoint. The tests of an endpoint that is missing here fail. */
const good: Record<string, () => Promise<GoodRequest>> = {
  ...validPaymentRequests(() => shop),
  ...validKeyRequests(web.url, account, registrant),
  updateRetention: async () => ({ body: { text_days: 30 } }),
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
  startPairing: async () => ({ body: { machine: 'asha-laptop' } }),
  collectPairedKey: async () => ({ body: { secret: 'unknown' } }),
  listApiKeys: async () => ({}),
  createApiKey: async () => ({ body: { name: 'Shop' } }),
  updateApiKey: async () => ({ path: `/api-keys/${await aKeyId()}`, body: { name: 'Store' } }),
  rollApiKey: async () => ({ path: `/api-keys/${await aKeyId()}/roll`, body: {} }),
  reportLeakedKey: async () => {
    const { secretKey } = await createKey({ userId: user.userId, name: 'Shop' });
    return { body: { secretKey } };
  },
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

async function aKeyId(): Promise<string> {
  return (await createKey({ userId: user.userId, name: 'Shop' })).keyId;
}

test.each(everyEndpoint)(
  '$method $path answers a valid request with its declared status and shape',
  async (endpoint) => {
    const { path, as, ...sent } = (await good[endpoint.operationId]?.()) ?? {};
    const caller = client(web.url, as ?? callerOf(endpoint, account, user));
    const reply = await caller.call(endpoint.method, path ?? endpoint.path, sent);
    expect(reply.body).toMatchObject(endpoint.bare ? {} : { message: endpoint.message });
    expect(reply.status).toBe(endpoint.status);
    const { data, error } = successSchema(endpoint).safeParse(reply.body);
    expect(error).toBeUndefined();
    // Parsing drops fields that the OpenAPI document does not name. So this fails if the response has such a field.
    expect(data).toEqual(reply.body);
    const requestId = reply.headers.get('x-request-id') ?? '';
    expect(requestId).toMatch(/^req_/);
    // Every change is in the audit trail, and reads, sends and codes write nothing to it.
    const isRead = endpoint.method === 'GET' && endpoint.operationId !== 'getWebhookSecret';
    const isSilent = isRead || endpoint.operationId in silentEndpoints;
    expect((await actionsOf(requestId)).length > 0).toBe(!isSilent);
  },
);

test.each(everyEndpoint)(
  '$method $path gets the same answer from the standard Remix handler',
  async (endpoint) => {
    const body = endpoint.body ? {} : undefined;
    const [direct, matched] = await Promise.all(
      [web.url, door.url].map(async (url) => {
        // Logging out ends the session, so each of the two requests uses a different one.
        const session = endpoint.operationId === 'logOut' ? await aUser() : user;
        const caller = client(url, callerOf(endpoint, account, session));
        const reply = await caller.call(endpoint.method, pathOf(endpoint), { body });
        const { requestId: _, docUrl: __, ...error } = reply.body.error ?? {};
        return [reply.status, reply.body.message, error];
      }),
    );
    expect(matched).toEqual(direct);
  },
);

test.each(everyEndpoint)(
  '$path rejects other methods, and the error lists the allowed methods',
  async ({ path }) => {
    const ofPath = everyEndpoint.filter((one) => one.path === path);
    const allowed: string[] = ofPath.map(({ method }) => method);
    const { call } = localClient(null);
    for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      if (allowed.includes(method)) continue;
      const reply = await call(method, pathOf({ path }));
      expect([reply.status, reply.body.error.code]).toEqual([405, 'method_not_allowed']);
      expect(reply.headers.get('allow')).toBe(allowed.join(', '));
    }
  },
);
