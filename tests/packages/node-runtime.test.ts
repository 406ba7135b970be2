import { inspect } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { Dakiya, RateLimitError, unwrapWebhook } from '#packages/node/src/dakiya.ts';
import { openProxy } from '../harness/proxy.ts';
import { until } from '../harness/until.ts';
import { aScriptedServer } from '../support/scripted-server.ts';

// Tests of the Node library alone. The tests of all libraries are in tests/support/library-contract.ts.

const key = { apiId: 'dk_test', apiKey: 'sk_secret' };
const balance = { status: 200, body: { status: 'success', message: '', data: { balance: 7 } } };
const limited = {
  status: 429,
  headers: { 'retry-after': '60' },
  body: { error: { code: 'rate_limited', message: 'Slow down.' } },
};

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test('the environment supplies the options that are not given', async () => {
  const server = await aScriptedServer(balance);
  vi.stubEnv('DAKIYA_ID', 'dk_environment');
  vi.stubEnv('DAKIYA_KEY', 'sk_environment');
  vi.stubEnv('DAKIYA_URL', `${server.url}/`);
  await new Dakiya({ apiKey: 'sk_option' }).account.getBalance();
  expect(server.received[0]?.headers).toMatchObject({
    'x-api-id': 'dk_environment',
    'x-api-key': 'sk_option',
  });
});

test.each([
  ['apiId', 'DAKIYA_ID'],
  ['apiKey', 'DAKIYA_KEY'],
  ['baseUrl', 'DAKIYA_URL'],
])('without %s, creating a client fails and names the variable to set', (option, variable) => {
  vi.stubEnv(variable, undefined);
  const all = { ...key, baseUrl: 'https://dakiya.example', [option]: undefined };
  expect(() => new Dakiya(all)).toThrow(new RegExp(`${option}.*${variable}`));
});

test.each(['', '/', '/api/v1', '/api/v1/'])('the address may end with “%s”', async (end) => {
  const server = await aScriptedServer(balance);
  await new Dakiya({ ...key, baseUrl: server.url + end }).account.getBalance();
  expect(server.received.map(({ url }) => url)).toEqual(['/api/v1/balance']);
});

test('a logged client or error does not show the key', async () => {
  const server = await aScriptedServer({ status: 400, body: {} });
  const dakiya = new Dakiya({ ...key, baseUrl: server.url });
  const error = await dakiya.account.getBalance().catch((thrown: unknown) => thrown);
  expect(inspect([dakiya, error], { depth: 9, showHidden: true })).not.toContain('sk_secret');
});

test('an abort ends the attempt with the signal’s reason, and no retry follows', async () => {
  const silent = await openProxy(null);
  const controller = new AbortController();
  const baseUrl = `http://127.0.0.1:${silent.port}`;
  const dakiya = new Dakiya({ ...key, baseUrl, timeoutMs: 3_600_000 });
  const call = dakiya.messages.get('msg_1', { signal: controller.signal });
  const outcome = call.catch((reason: unknown) => reason);
  await until('the request arrives', () => silent.connections() === 1);
  controller.abort('the user left');
  expect(await outcome).toBe('the user left');
  silent.close();
});

test('an abort ends the wait before a retry', async () => {
  const server = await aScriptedServer(limited);
  const controller = new AbortController();
  const dakiya = new Dakiya({ ...key, baseUrl: server.url });
  const call = dakiya.account.getBalance({ signal: controller.signal });
  const outcome = call.catch((reason: unknown) => reason);
  await until('the first try is refused', () => server.received.length === 1);
  controller.abort('the user left');
  expect(await outcome).toBe('the user left');
  expect(server.received).toHaveLength(1);
});

test('a call whose signal has already aborted sends nothing', async () => {
  const server = await aScriptedServer(balance);
  const dakiya = new Dakiya({ ...key, baseUrl: server.url });
  const signal = AbortSignal.abort('too late');
  await expect(dakiya.account.getBalance({ signal })).rejects.toBe('too late');
  expect(server.received).toEqual([]);
});

test('waits for a Retry-After of a minute, but not for a longer time or a later date', async () => {
  vi.useFakeTimers();
  const tries: number[] = [];
  const dakiyaAfter = (retryAfter: string) => {
    tries.length = 0;
    return new Dakiya({
      ...key,
      baseUrl: 'https://dakiya.example',
      fetch: async () => {
        tries.push(Date.now());
        const headers = { 'retry-after': retryAfter };
        if (tries.length === 1) return Response.json(limited.body, { status: 429, headers });
        return Response.json(balance.body);
      },
    });
  };
  const call = dakiyaAfter('60').account.getBalance();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(tries).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(501);
  expect(await call).toEqual({ balance: 7 });
  for (const late of ['61', new Date(Date.now() + 62_000).toUTCString()]) {
    const refused = dakiyaAfter(late).account.getBalance();
    await expect(refused).rejects.toBeInstanceOf(RateLimitError);
    expect(tries).toHaveLength(1);
  }
});

test('delays before retries are random, and double each time', async () => {
  vi.useFakeTimers();
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const tries: number[] = [];
  const dakiya = new Dakiya({
    ...{ ...key, baseUrl: 'https://dakiya.example', maxRetries: 7 },
    fetch: async () => {
      tries.push(Date.now());
      return new Response('', { status: 503 });
    },
  });
  const outcome = dakiya.account.getBalance().catch((error: Error) => error.name);
  await vi.runAllTimersAsync();
  expect(await outcome).toBe('ServerError');
  const delays = tries.slice(1).map((at, i) => at - (tries[i] ?? 0));
  expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  random.mockRestore();
});

test('rejects an id that would change the path', () => {
  const dakiya = new Dakiya({ ...key, baseUrl: 'https://dakiya.example' });
  for (const id of ['', '..', '.', undefined as unknown as string]) {
    expect(() => dakiya.messages.get(id)).toThrow(TypeError);
  }
});

test('a parsed webhook body and an invalid secret throw errors that name the mistake in the program', async () => {
  const parsed = { type: 'ping' } as unknown as string;
  await expect(unwrapWebhook(parsed, {}, 'whsec_c2VjcmV0')).rejects.toThrow('not as parsed JSON');
  const headers = new Headers({ 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) });
  await expect(unwrapWebhook('{}', headers, '')).rejects.toThrow('whsec_');
});
