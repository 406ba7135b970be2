import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { updateKey } from '#domain/identity/api-keys/user-keys.ts';
import { maxListened, maxShown } from '#domain/webhooks/listening/contract.browser.ts';
import { endFullListeners, stopListening } from '#domain/webhooks/listening/manage-listener.ts';
import { prisma } from '#platform/db.ts';
import { inherited } from '#scripts/environment.ts';
import { buildCommandLine } from '#scripts/packages/node.ts';
import { openProxy } from '../harness/proxy.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { insertListened } from '../support/listened-events.ts';

const web = await sharedWeb();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-listen-'));
  await buildCommandLine(join(folder, 'cli'));
});

afterAll(() => rm(folder, { recursive: true }));

/** An account and its test key. */
async function aListener() {
  const { userId } = await anAccount();
  const key = await createKey({ userId, name: 'Laptop', livemode: false });
  return { userId, key, listener: { userId, livemode: false } };
}

type Key = { keyId: string; secretKey: string };

/** Starts the command. `lines` are the JSON lines that it has printed. */
function listen(args: string[], { keyId, secretKey }: Key, url = web.url) {
  const { PATH = '' } = inherited;
  const env = { DAKIYA_URL: url, DAKIYA_ID: keyId, DAKIYA_KEY: secretKey, HOME: folder, PATH };
  const file = join(folder, 'cli/dakiya.cjs');
  const child = spawn(process.execPath, [file, 'webhooks', 'listen', '--json', ...args], {
    env: { NODE_ENV: 'production', ...env },
  });
  onTestFinished(() => void child.kill());
  let out = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  const err = text(child.stderr);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = () =>
    out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { out: () => out, err, code, lines, ids: () => lines().map(({ _id }) => _id) };
}

const isListening = (listener: { userId: string; livemode: boolean }) =>
  until('it listens', async () => (await prisma.webhookListener.count({ where: listener })) > 0);

test('events of the chosen types are forwarded as they occur, with a signature and the added headers', async () => {
  const { key, listener } = await aListener();
  const receiver = await aReceiver((response) => response.writeHead(202).end());
  const url = `${receiver.url}`;
  const args = ['--forward-to', url.replace('http://', ''), '--headers', 'X-Shop: 7'];
  const running = listen([...args, '--events', 'message.*,ping', '--count', '2'], key);
  await isListening(listener);
  await insertListened(listener, 1, { type: 'otp.sent', data: null });
  const [ping] = await insertListened(listener, 1);
  const sent = await client(web.url, key as never).post('/messages/send-message', {
    recipient: '9822299001',
    message: 'a secret text',
  });
  expect(sent.status).toBe(202);
  const [other] = await insertListened(listener, 1);
  expect(await running.code).toBe(0);
  expect(running.ids()).toEqual([ping, other]);
  expect(running.lines()[0]).toMatchObject({ type: 'ping', status: 202, error: null });
  const secret = /whsec_\S+/.exec(await running.err)?.[0] ?? '';
  for (const { body, headers } of receiver.received) {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(headers['x-shop']).toBe('7');
  }
});

test('the secret is the same at each start', async () => {
  const { key } = await aListener();
  const [one, other] = [listen(['--print-secret'], key), listen(['--print-secret'], key)];
  expect([await one.code, await other.code]).toEqual([0, 0]);
  expect(one.out()).toMatch(/^whsec_\S{44}\n$/);
  expect(other.out()).toBe(one.out());
});

test('no event is lost or duplicated if the connection is lost, if there are more events than a page shows, or if the listener is full', async () => {
  const { key, listener } = await aListener();
  const proxy = await openProxy(Number(new URL(web.url).port));
  onTestFinished(() => proxy.close());
  const minutesAgo = new Date(Date.now() - 120_000);
  const [earlier] = await insertListened(listener, 1, { at: minutesAgo });
  const running = listen([], key, `http://127.0.0.1:${proxy.port}`);
  await isListening(listener);
  const first = await insertListened(listener, maxShown * 3);
  await until('the first are printed', () => running.ids().length === first.length, 20_000);
  proxy.drop();
  const missed = await insertListened(listener, maxShown * 2);
  await until('the missed are printed', () => running.ids().length >= 250, 20_000);
  await insertListened(listener, maxListened, { at: minutesAgo });
  await endFullListeners();
  await until('it listens again', async () => {
    const row = await prisma.webhookListener.findFirst({ where: listener });
    return row !== null && row.endsAt > new Date() && !row.isFull;
  });
  const [last] = await insertListened(listener, 1);
  await until('the last is printed', () => running.ids().includes(last), 20_000);
  expect(running.ids()).toEqual([...first, ...missed, last]);
  expect(running.ids()).not.toContain(earlier);
});

test('a program gets no stream if its key is wrong, lacks the scope or belongs to the other mode, and a stream ends when its key is turned off', async () => {
  const { userId, key, listener } = await aListener();
  const reader = await createKey({ userId, name: 'Reader', scopes: ['messages:read'] });
  const wrong = listen([], { ...key, secretKey: 'sk_test_wrong' });
  const lacking = listen([], reader);
  expect([await wrong.code, await lacking.code]).toEqual([3, 3]);
  expect(await lacking.err).toContain('webhooks');
  const headers = { 'x-api-id': key.keyId, 'x-api-key': key.secretKey };
  const open = (mode: string, method = 'GET') =>
    fetch(`${web.url}/webhook-stream/${mode}`, { method, headers });
  expect((await open('live')).status).toBe(400);
  expect((await open('test', 'HEAD')).status).toBe(405);
  expect(await prisma.webhookListener.count({ where: { userId } })).toBe(0);
  const running = listen([], key);
  await isListening(listener);
  await updateKey(userId, key._id, { isActive: false });
  expect(await running.code).toBe(3);
});

test('the streams of programs count towards the account’s limit of streams', async () => {
  const { key } = await aListener();
  const headers = { 'x-api-id': key.keyId, 'x-api-key': key.secretKey };
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const open = () => fetch(`${web.url}/webhook-stream/test`, { headers, signal: leave.signal });
  const [one, two, three] = [await open(), await open(), await open()];
  expect([one.status, two.status, three.status]).toEqual([200, 200, 429]);
  expect(three.headers.get('retry-after')).toBe('30');
});

test('the command listens again when the listener is stopped on the dashboard', async () => {
  const { key, listener } = await aListener();
  const running = listen([], key);
  await isListening(listener);
  const [first] = await insertListened(listener, 1);
  await until('it is printed', () => running.ids().length === 1);
  await stopListening(listener);
  await until('it listens again', async () => {
    const row = await prisma.webhookListener.findFirst({ where: listener });
    return row !== null && row.endsAt > new Date();
  });
  const [second] = await insertListened(listener, 1);
  await until('it is printed too', () => running.ids().length === 2);
  expect(running.ids()).toEqual([first, second]);
});
