import { expect, test } from 'vitest';
import { successSchema } from '#app/api/openapi.server.ts';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { localClient } from '../harness/in-process.ts';
import { startPaymentStack } from '../harness/payment-stack.ts';
import { aRemixDoor } from '../harness/remix-door.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { registerAll, validDltRequests } from '../support/dlt-requests.ts';
import { callerOf, everyEndpoint, pathOf } from '../support/every-endpoint.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { validImportRequests } from '../support/valid-import-requests.ts';
import { type GoodRequest, validPaymentRequests } from '../support/valid-payment-requests.ts';
import { validWebhookRequests } from '../support/valid-webhook-requests.ts';

// Not in beforeAll: Vitest would not run the cleanup that is registered there.
const [shop, account, user] = await Promise.all([startPaymentStack(), anAccount(), aUser()]);
const { web } = shop;
// The messages of this account must fit its templates.
const registrant = await anAccount();
await registerAll(registrant.userId);
const door = await stopAfterFile(aRemixDoor(shop.settings));

let used = 0;
/** A number that has received nothing. */
const aNumber = () => String(9_876_600_000 + ++used);

/** A valid request for each endpoint. The tests of an endpoint that is missing here fail. */
const good: Record<string, () => Promise<GoodRequest>> = {
  ...validPaymentRequests(() => shop),
  ...validDltRequests(registrant),
  ...validImportRequests(account.userId),
  ...validWebhookRequests(web.url, account),
  sendMessage: async () => ({ body: { recipient: '9876543210', message: 'Hello' } }),
  postMessage: async () => ({ body: { recipient: '9876543210', content: 'Hello' } }),
  sendBatch: async () => ({ body: { messages: [{ recipient: '9876543210', message: 'a' }, 7] } }),
  listMessages: async () => ({}),
  getMessage: async () => ({ path: `/messages/${await aMessage()}` }),
  sendOtp: async () => ({ body: { recipient: aNumber() } }),
  getOtp: async () => {
    const { body } = await client(web.url, account).post('/messages/send-otp', {
      recipient: aNumber(),
    });
    return { path: `/otps/${body.data.otpId}` };
  },
  verifyOtp: async () => {
    const recipient = aNumber();
    await client(web.url, account).post('/messages/send-otp', { recipient });
    return { body: { recipient, otp: await codeSentTo(`+91${recipient}`) } };
  },
  listOtpServices: async () => ({}),
  createOtpService: async () => ({ body: { name: 'Acme' } }),
  changeOtpService: async () => ({
    path: `/otp-services/${await aService()}`,
    body: { length: 8 },
  }),
  deleteOtpService: async () => ({ path: `/otp-services/${await aService()}` }),
  listSuppressions: async () => ({}),
  suppressRecipients: async () => ({ body: { recipient: '9876543210' } }),
  unsuppressRecipient: async () => {
    const recipient = aNumber();
    await client(web.url, account).post('/suppressions', { recipient });
    return { path: `/suppressions?recipient=${recipient}` };
  },
  eraseRecipient: async () => ({ body: { recipient: aNumber() } }),
  listErasures: async () => ({}),
  getErasure: async () => {
    const { body } = await client(web.url, account).post('/erasures', { recipient: aNumber() });
    return { path: `/erasures/${body.data._id}` };
  },
  getRecipientData: async () => ({ path: '/recipient-data?recipient=9876543210' }),
  listTextViews: async () => ({}),
  getRetention: async () => ({}),
  updateRetention: async () => ({ body: { text_days: 30 } }),
  getBalance: async () => ({}),
  getAnalytics: async () => ({}),
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

async function aMessage(): Promise<string> {
  const { body } = await client(web.url, account).send('9876543210', 'Hello');
  return body.data._id;
}

async function aService(): Promise<string> {
  const { body } = await client(web.url, account).post('/otp-services', { name: 'Acme' });
  return body.data._id;
}

async function aKeyId(): Promise<string> {
  return (await createKey({ userId: user.userId, name: 'Shop' })).keyId;
}

async function codeSentTo(recipient: string): Promise<string> {
  const otp = await prisma.otp.findFirstOrThrow({ where: { recipient, state: 'pending' } });
  return codeOfRow(otp);
}

test.each(everyEndpoint)(
  '$method $path answers a valid request with its declared status and shape',
  async (endpoint) => {
    const { path, as, ...sent } = (await good[endpoint.operationId]?.()) ?? {};
    const caller = client(web.url, as ?? callerOf(endpoint, account, user));
    const reply = await caller.call(endpoint.method, path ?? endpoint.path, sent);
    expect(reply.body).toMatchObject(endpoint.bare ? {} : { message: endpoint.message });
    expect(reply.status).toBe(endpoint.status);
    expect(successSchema(endpoint).safeParse(reply.body).error).toBeUndefined();
    expect(reply.headers.get('x-request-id')).toMatch(/^req_/);
  },
);

test.each(everyEndpoint)(
  '$method $path gets the same answer from the standard Remix handler',
  async (endpoint) => {
    const body = endpoint.body ? {} : undefined;
    const [direct, matched] = await Promise.all(
      [web.url, door.url].map(async (url) => {
        // Each of the two requests ends another session.
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
  '$path rejects other methods, and lists the allowed ones',
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
