import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import type { Endpoint } from '#app/api/endpoint.ts';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { dltErrorCodes } from '#domain/shared/dlt-error-texts.browser.ts';
import { errorCatalogue } from '#domain/shared/errors.browser.ts';
import { prisma } from '#platform/db.ts';
import { startSharedProduct } from '../harness/product.ts';
import { openHttpProxy, openProxy, type Treatment } from '../harness/proxy.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { type Account, anAccount } from './account.ts';
import { client } from './client.ts';
import { registerAll } from './dlt-requests.ts';
import { type ClientSettings, type Library, methodOf, type SentFile } from './library.ts';
import { codeOfRow } from './otp-code.ts';
import { aScriptedServer, type Scripted } from './scripted-server.ts';
import { validKeyRequests } from './valid-key-requests.ts';
import type { GoodRequest } from './valid-payment-requests.ts';
import { startDispatcher } from './webhooks.ts';

/** The endpoints for which a library has methods. */
const keyEndpoints = endpoints.filter(({ scope }) => scope !== null);

/** The error class for each code that a call with an API key can get. */
const families: Record<string, string[]> = {
  AuthenticationError: ['missing_credentials', 'invalid_credentials'],
  QuotaExceededError: ['message_limit_reached', 'api_call_limit_reached'],
  PermissionDeniedError: [
    'key_inactive',
    'key_expired',
    'address_not_allowed',
    'scope_missing',
    'live_key_required',
    'template_not_allowed',
    'otp_service_not_allowed',
    'account_deletion_pending',
  ],
  NotFoundError: ['not_found'],
  ConflictError: ['email_taken', 'already_active', 'message_not_scheduled'],
  InvalidRequestError: [
    'invalid_json',
    'invalid_parameter',
    'unsupported_country',
    'invalid_recipient',
    'channel_not_supported',
    'message_empty',
    'message_too_long',
    'method_not_allowed',
    'body_too_large',
    'unsupported_media_type',
    'idempotency_mismatch',
    'recipient_suppressed',
  ],
  OtpError: [
    'otp_incorrect',
    'otp_expired',
    'otp_used',
    'otp_resend_too_soon',
    'otp_throttled',
    'otp_attempts_exceeded',
  ],
  DltError: dltErrorCodes,
  RateLimitError: ['rate_limited'],
  ApiTimeoutError: ['request_timeout'],
  ServerError: ['internal', 'unavailable'],
};

/** Error codes that occur only in calls about sign-ins and payments, and in the payment provider's webhooks. */
const otherCodes = [
  ...['login_code_required', 'login_code_incorrect', 'session_expired', 'email_unverified'],
  ...['account_suspended', 'second_factor_required', 'second_factor_incorrect'],
  ...['reauthentication_required', 'payment_required', 'payment_failed', 'signature_mismatch'],
];

const message = { recipient: '9876543210', message: 'Hello' };

let used = 0;
/** A number that has received nothing. */
const aNumber = () => String(9_811_300_000 + used++);

/**
 * Defines the tests that every library must pass, in every language. They run against the product. Call this at the top
 * level of a file.
 */
export async function testLibrary(library: Library) {
  const web = await sharedWeb();
  const [account, registrant] = await Promise.all([anAccount(), anAccount()]);
  await registerAll(registrant.userId);

  const settingsOf = (as: Account, baseUrl = web.url) => toSettings(as, baseUrl);

  /** The settings of a client for a server that does not check API keys. */
  const clientOf = (baseUrl: string): ClientSettings => ({
    ...{ apiId: 'dk_test', apiKey: 'sk_test' },
    baseUrl,
  });

  describe('methods', async () => {
    const good = validKeyRequests(web.url, account, registrant);
    const sent: { line: string; key: string | undefined }[] = [];
    const recorder = await openHttpProxy(web.url, ({ method, url = '', headers }) => {
      sent.push({
        line: `${method} ${url.replace(/\?.*/, '')}`,
        key: headers['idempotency-key'] as string | undefined,
      });
      return 'pass';
    });
    await stopAfterFile(Promise.resolve({ stop: async () => recorder.close() }));

    test('every endpoint that accepts an API key has a method, and every method an endpoint', () => {
      expect(Object.keys(methodOf).sort()).toEqual(
        keyEndpoints.map(({ operationId }) => operationId).sort(),
      );
    });

    test.each(keyEndpoints)(
      '$operationId succeeds by its method, with the declared data and a key where the endpoint takes one',
      async (endpoint) => {
        const request = (await good[endpoint.operationId]?.()) ?? {};
        const { path, args } = await toArguments(endpoint, request);
        const as = (request.as as Account | undefined) ?? account;
        sent.length = 0;
        const method = methodOf[endpoint.operationId] ?? '';
        const { value, error } = await library.call(settingsOf(as, recorder.url), method, args);
        expect(error).toBeUndefined();
        const isList = endpoint.method === 'GET' && Array.isArray(value?.data);
        const data = isList ? value.data : value;
        expect(endpoint.output.safeParse(data).error).toBeUndefined();
        expect(sent.map(({ line }) => line)).toEqual([`${endpoint.method} /api/v1${path}`]);
        const key = endpoint.idempotent
          ? expect.stringMatching(/^[\x20-\x7e]{16,255}$/)
          : undefined;
        expect(sent[0]?.key).toEqual(key);
      },
    );
  });

  describe('errors', () => {
    test('the families of errors contain every error code that a call with a key may get', () => {
      expect([...Object.values(families).flat(), ...otherCodes].sort()).toEqual(
        Object.keys(errorCatalogue).sort(),
      );
    });

    test.each(Object.entries(families))(
      '%s is thrown for each code of its family',
      async (family, codes) => {
        for (const code of codes) {
          const status = httpStatusByErrorCode[code as keyof typeof httpStatusByErrorCode];
          const server = await aScriptedServer(failureOf(status, code));
          const settings = { ...clientOf(server.url), maxRetries: 0 };
          const { error } = await library.call(settings, 'messages.send', [message]);
          expect(error).toMatchObject({ family, status, code, message: `About ${code}` });
          expect(error).toMatchObject({ param: 'recipient', requestId: 'req_1' });
          expect(error?.details).toEqual({ didYouMean: 'ACMEIN' });
        }
      },
    );

    test('a code that the library does not know has the class of its status', async () => {
      const classes = [];
      for (const status of [400, 401, 402, 403, 404, 409, 418, 422, 429, 500, 599]) {
        const server = await aScriptedServer(failureOf(status, 'new_code'));
        const settings = { ...clientOf(server.url), maxRetries: 0 };
        const { error } = await library.call(settings, 'account.getBalance', []);
        classes.push(error?.family);
      }
      expect(classes).toEqual([
        ...['InvalidRequestError', 'AuthenticationError', 'QuotaExceededError'],
        ...['PermissionDeniedError', 'NotFoundError', 'ConflictError', 'InvalidRequestError'],
        ...['InvalidRequestError', 'RateLimitError', 'ServerError', 'ServerError'],
      ]);
    });

    test('an error page of a proxy is a server error without a code', async () => {
      const server = await aScriptedServer({ status: 502, body: '<h1>502 Bad Gateway</h1>' });
      const settings = { ...clientOf(server.url), maxRetries: 0 };
      const { error } = await library.call(settings, 'account.getBalance', []);
      expect(error).toMatchObject({ family: 'ServerError', status: 502, code: null });
    });

    test('the product’s own refusals are thrown with code, field, documentation and request', async () => {
      const poor = await anAccount({ messageLimit: 0 });
      const { keyId, secretKey } = await createKey({
        ...{ userId: account.userId, name: 'Reader' },
        scopes: ['messages:read'],
      });
      const reader = { ...account, keyId, secretKey };
      const to = aNumber();
      await client(web.url, account).post('/messages/send-otp', { recipient: to });
      const cases: [Account, string, unknown, object][] = [
        [
          { ...account, secretKey: 'sk_wrong' },
          'messages.send',
          message,
          { family: 'AuthenticationError', code: 'invalid_credentials' },
        ],
        [
          reader,
          'messages.send',
          message,
          {
            family: 'PermissionDeniedError',
            code: 'scope_missing',
            details: { scope: 'messages:send' },
          },
        ],
        [
          account,
          'messages.send',
          { ...message, recipient: '12345' },
          { family: 'InvalidRequestError', code: 'invalid_recipient', param: 'recipient' },
        ],
        [account, 'messages.get', 'msg_none', { family: 'NotFoundError', code: 'not_found' }],
        [
          poor,
          'messages.send',
          message,
          { family: 'QuotaExceededError', code: 'message_limit_reached' },
        ],
        [registrant, 'messages.send', message, { family: 'DltError', status: 422 }],
        [
          account,
          'otp.verify',
          { recipient: to, otp: '0000' },
          { family: 'OtpError', code: 'otp_incorrect' },
        ],
      ];
      for (const [as, method, arg, expected] of cases) {
        const { error } = await library.call(settingsOf(as), method, [arg]);
        expect(error).toMatchObject({ ...expected, requestId: expect.stringMatching(/^req_/) });
        expect(error?.docUrl).toContain(`#${error?.code}`);
      }
    });
  });

  describe('retries', () => {
    /** A proxy that fails the first requests to the product, and the idempotency keys that reached the proxy. */
    async function aBadNetwork(...treatments: Treatment[]) {
      const keys: unknown[] = [];
      const proxy = await openHttpProxy(web.url, ({ headers }) => {
        keys.push(headers['idempotency-key']);
        return treatments.shift() ?? 'pass';
      });
      onTestFinished(() => proxy.close());
      return { url: proxy.url, keys };
    }

    const messagesOf = ({ userId }: Account) => prisma.message.count({ where: { userId } });

    test.each<Treatment[]>([
      ['lose', 'unavailable'],
      ['truncate', 'bad-gateway'],
      ['cut', 'lose'],
    ])(
      'sends one message with one key if the network first does: %s, then %s',
      async (...treatments) => {
        const as = await anAccount();
        const network = await aBadNetwork(...treatments);
        const { value } = await library.call(settingsOf(as, network.url), 'messages.send', [
          message,
        ]);
        expect(value._id).toMatch(/^msg_/);
        expect(await messagesOf(as)).toBe(1);
        expect(network.keys).toEqual(Array(3).fill(network.keys[0]));
      },
    );

    test('each call has a new key, and a given key is sent', async () => {
      const as = await anAccount();
      const network = await aBadNetwork();
      const settings = settingsOf(as, network.url);
      await library.call(settings, 'messages.send', [message]);
      await library.call(settings, 'messages.send', [message]);
      const given = { idempotencyKey: 'order-1042' };
      const first = await library.call(settings, 'messages.send', [message], given);
      const again = await library.call(settings, 'messages.send', [message], given);
      expect(new Set(network.keys).size).toBe(3);
      expect(network.keys.slice(2)).toEqual(['order-1042', 'order-1042']);
      expect(again.value._id).toBe(first.value._id);
      expect(await messagesOf(as)).toBe(3);
    });

    test('gives up after two retries, and says that the connection failed', async () => {
      const network = await aBadNetwork('cut', 'cut', 'cut', 'cut');
      const { error } = await library.call(settingsOf(account, network.url), 'messages.list', [{}]);
      expect(error).toMatchObject({ family: 'ApiConnectionError', status: null, code: null });
      expect(network.keys).toHaveLength(3);
    });

    test('verifies a code although the response was lost, in one attempt', async () => {
      const recipient = aNumber();
      const { body } = await client(web.url, account).post('/messages/send-otp', { recipient });
      const where = { id: body.data.otpId as string };
      const otp = codeOfRow(await prisma.otp.findUniqueOrThrow({ where }));
      const network = await aBadNetwork('lose');
      const settings = settingsOf(account, network.url);
      const { value } = await library.call(settings, 'otp.verify', [{ recipient, otp }]);
      expect(value).toMatchObject({ otpId: where.id, isVerified: true });
      expect(network.keys).toEqual(Array(2).fill(network.keys[0]));
      const { state, attempts } = await prisma.otp.findUniqueOrThrow({ where });
      expect([state, attempts]).toEqual(['verified', 1]);
    });

    test('a server that does not answer in time ends each attempt with a timeout', async () => {
      const silent = await openProxy(null);
      onTestFinished(() => silent.close());
      const settings = { ...clientOf(`http://127.0.0.1:${silent.port}`), maxRetries: 1 };
      const { error } = await library.call(settings, 'messages.get', ['msg_1'], { timeoutMs: 50 });
      expect(error).toMatchObject({ family: 'ApiTimeoutError', status: null, code: null });
    });

    const balance = { status: 200, body: { status: 'success', message: '', data: { balance: 7 } } };
    const limited = (seconds: string, code = 'rate_limited', status = 429): Scripted => ({
      ...failureOf(status, code),
      headers: { 'retry-after': seconds },
    });

    test.each([
      ['after 429', limited('1')],
      ['after 503', limited('1', 'unavailable', 503)],
    ])('waits as long as Retry-After says %s', async (_, refusal) => {
      const server = await aScriptedServer(refusal, balance);
      const { value } = await library.call(clientOf(server.url), 'account.getBalance', []);
      expect(value).toEqual({ balance: 7 });
      const [first, second] = server.received.map(({ at }) => at);
      expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990);
    });

    test.each([
      ['Retry-After is longer than a minute', limited('61'), 'RateLimitError'],
      ['a number got a code just now', limited('1', 'otp_resend_too_soon'), 'OtpError'],
      ['the request is wrong', failureOf(400, 'invalid_recipient'), 'InvalidRequestError'],
      ['there is a conflict', failureOf(409, 'already_active'), 'ConflictError'],
    ])('throws at once if %s', async (_, refusal, family) => {
      const server = await aScriptedServer(refusal, balance);
      const { error } = await library.call(clientOf(server.url), 'otp.send', [message]);
      expect(error?.family).toBe(family);
      expect(server.received).toHaveLength(1);
    });

    test('sends a call without an idempotency key again only if the server did not carry it out', async () => {
      const evidence = { name: 'letter.pdf', content: 'JVBERi0xLjcK' };
      const attemptsAfter = async (refusal: Scripted) => {
        const server = await aScriptedServer(refusal, balance);
        await library.call(clientOf(server.url), 'dlt.headers.addEvidence', ['ACMEIN', evidence]);
        return server.received.length;
      };
      expect(await attemptsAfter(failureOf(429, 'rate_limited'))).toBe(2);
      expect(await attemptsAfter(failureOf(408, 'request_timeout'))).toBe(2);
      expect(await attemptsAfter(failureOf(500, 'internal'))).toBe(1);
    });

    test('does not follow a redirect, so that no other server gets the key', async () => {
      const other = await aScriptedServer(balance);
      const server = await aScriptedServer({ status: 307, headers: { location: other.url } });
      const { error } = await library.call(clientOf(server.url), 'account.getBalance', []);
      expect(error).toMatchObject({ family: 'DakiyaError', status: 307 });
      expect([server.received.length, other.received.length]).toEqual([1, 0]);
    });
  });

  describe('pages', () => {
    test('iterating over a list gives every entry once, and ends', async () => {
      const as = await anAccount();
      const messages = Array.from({ length: 25 }, () => message);
      const { body } = await client(web.url, as).post('/messages/batch', { messages });
      const ids = body.data.map(({ data }: { data: { _id: string } }) => data._id);
      const { value } = await library.collect(settingsOf(as), 'messages.list', [{ limit: 10 }]);
      expect(value.map(({ _id }: { _id: string }) => _id)).toEqual(ids.toReversed());
    });

    test('awaiting a list gives its first page, with the cursor of the next', async () => {
      const as = await anAccount();
      const call = client(web.url, as);
      await call.post('/suppressions', { recipients: [aNumber(), aNumber(), aNumber()] });
      const first = await library.call(settingsOf(as), 'suppressions.list', [{ limit: 2 }]);
      expect([first.value.data.length, typeof first.value.next]).toEqual([2, 'string']);
      const query = { limit: 2, after: first.value.next };
      const second = await library.call(settingsOf(as), 'suppressions.list', [query]);
      expect([second.value.data.length, second.value.next]).toEqual([1, null]);
    });

    test('a page without entries in the middle does not end the list', async () => {
      const page = (data: unknown[], next: string | null): Scripted => ({
        status: 200,
        body: { status: 'success', message: '', hasMore: next !== null, next, data },
      });
      const server = await aScriptedServer(page([1], 'a'), page([], 'b'), page([2], null));
      const { value } = await library.collect(clientOf(server.url), 'messages.list', [{}]);
      expect(value).toEqual([1, 2]);
      const queries = server.received.map(({ url }) => url.replace(/^[^?]*/, ''));
      expect(queries).toEqual(['', '?after=a', '?after=b']);
    });

    test('a list that has a single page is a list like the others', async () => {
      const settings = settingsOf(await anAccount());
      expect((await library.collect(settings, 'otp.services.list', [])).value).toEqual([]);
    });
  });

  describe('waiting for a delivery', () => {
    test('a message that is not settled in time ends the wait with a timeout', async () => {
      const body = { status: 'success', message: '', data: { _id: 'msg_1', status: 'sent' } };
      const server = await aScriptedServer({ status: 200, body });
      const settings = clientOf(server.url);
      const wait = { timeoutMs: 0 };
      const outcome = await library.call(settings, 'messages.waitForDelivery', ['msg_1'], wait);
      expect(outcome.error).toMatchObject({ family: 'ApiTimeoutError', status: null });
      expect(outcome.error?.message).toContain('sent');
    });
  });

  describe('webhooks', () => {
    const secret = `whsec_${Buffer.from('a secret with thirty-two bytes ..').toString('base64')}`;
    const otherSecret = `whsec_${Buffer.from('another one with its own 32 bytes').toString('base64')}`;
    const payload = JSON.stringify({ type: 'ping', timestamp: 'now', livemode: true, data: {} });

    /** The headers of an event, signed by the package `standardwebhooks`. */
    function headersOf(keys = [secret], secondsAgo = 0, body = payload) {
      const at = new Date(Date.now() - secondsAgo * 1_000);
      return {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': keys.map((key) => new Webhook(key).sign('evt_1', at, body)).join(' '),
      };
    }

    test('an event that the product posts is verified, and has its id', async () => {
      const as = await anAccount();
      const receiver = await aReceiver();
      const settings = settingsOf(as);
      const created = await library.call(settings, 'webhooks.endpoints.create', [
        { url: receiver.url },
      ]);
      const endpoint = created.value as { _id: string; secret: string };
      const test = { type: 'message.delivered' };
      await library.call(settings, 'webhooks.endpoints.sendTest', [endpoint._id, test]);
      (await startDispatcher()).wake(endpoint, as);
      const posted = await until('the event is posted', () => receiver.received[0]);
      const headers = posted.headers as Record<string, string>;
      const { value } = await library.unwrap(posted.body, headers, endpoint.secret);
      expect(value).toMatchObject({ id: posted.id, type: 'message.delivered', livemode: false });
    });

    test.each([
      [
        'the other secret while one replaces the other',
        () => headersOf([otherSecret, secret]),
        secret,
      ],
      ['the second of two secrets', () => headersOf(), [otherSecret, secret]],
      ['a signature almost five minutes ago', () => headersOf([secret], 290), secret],
      ['a signature by a clock almost five minutes ahead', () => headersOf([secret], -290), secret],
      ['further signatures of other versions', () => withSignature('v1a,abc', 'v1,%%%'), secret],
    ])('accepts %s', async (_, headers, secrets) => {
      const { value } = await library.unwrap(payload, headers(), secrets);
      expect(value).toMatchObject({ id: 'evt_1', type: 'ping' });
    });

    test.each<[string, string, () => Record<string, string>]>([
      ['of another secret', payload, () => headersOf([otherSecret])],
      ['of another body', `${payload} `, () => headersOf()],
      ['of another id', payload, () => ({ ...headersOf(), 'webhook-id': 'evt_2' })],
      ['older than five minutes', payload, () => headersOf([secret], 310)],
      ['more than five minutes ahead', payload, () => headersOf([secret], -310)],
      ['without a time', payload, () => ({ ...headersOf(), 'webhook-timestamp': '' })],
      ['of another version', payload, () => ({ ...headersOf(), 'webhook-signature': 'v2,abc' })],
      ['that is missing', payload, () => ({})],
    ])('throws for a signature %s', async (_, body, headers) => {
      const { error } = await library.unwrap(body, headers(), secret);
      expect(error).toMatchObject({ family: 'SignatureError', status: null });
      expect(error?.code).toBe('signature_mismatch');
    });

    function withSignature(...more: string[]) {
      const headers = headersOf();
      return { ...headers, 'webhook-signature': [...more, headers['webhook-signature']].join(' ') };
    }
  });
}

/** Defines the tests that need a worker. Call it at the top level of a file. */
export async function testDelivery(library: Library) {
  const nextProduct = await startSharedProduct();

  test('a message is returned once it is delivered', async () => {
    const { account, call, web } = await nextProduct();
    const { body } = await call.send(aNumber(), 'Hello');
    const args = [body.data._id];
    const settings = toSettings(account, web.url);
    const { value } = await library.call(settings, 'messages.waitForDelivery', args);
    expect(value).toMatchObject({ _id: body.data._id, status: 'delivered' });
  });
}

const toSettings = ({ keyId, secretKey }: Account, baseUrl: string): ClientSettings => ({
  apiId: keyId,
  apiKey: secretKey,
  baseUrl,
});

/** An error response in the API's envelope. */
function failureOf(status: number, code: string): Scripted {
  const about = { code, message: `About ${code}`, param: 'recipient', didYouMean: 'ACMEIN' };
  const error = { ...about, docUrl: `https://dakiya.example/docs#${code}`, requestId: 'req_1' };
  return { status, body: { status: 'error', message: about.message, error } };
}

/** Derives a method's arguments from a request: the ids in the path, then the query or the body. */
async function toArguments(endpoint: Endpoint, request: GoodRequest) {
  const [path = '', query = ''] = (request.path ?? endpoint.path).split('?');
  const template = endpoint.path.split('/');
  const ids = path.split('/').filter((_, at) => template[at]?.startsWith('{'));
  const args: unknown[] = ids.map(decodeURIComponent);
  if (endpoint.query) args.push(Object.fromEntries(new URLSearchParams(query)));
  const { body, headers } = request;
  if (body instanceof Uint8Array) args.push(await toFields(body, headers ?? {}));
  else if (body !== undefined && endpoint.body) args.push(body);
  return { path, args };
}

async function toFields(body: Uint8Array, headers: Record<string, string>) {
  const form = await new Response(body as Uint8Array<ArrayBuffer>, { headers }).formData();
  const fields: Record<string, string | SentFile> = {};
  for (const [name, value] of form) {
    fields[name] =
      typeof value === 'string' ? value : { $file: { name: value.name, text: await value.text() } };
  }
  return fields;
}
