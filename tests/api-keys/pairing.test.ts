import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { listKeys } from '#domain/identity/api-keys/user-keys.ts';
import { prisma } from '#platform/db.ts';
import { redisSettings } from '#platform/redis.ts';
import { inherited } from '#scripts/environment.ts';
import { buildCommandLine } from '#scripts/packages/node.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { client } from '../support/client.ts';
import { aMember } from '../support/member.ts';

const web = await sharedWeb();
const stranger = client(web.url, null);

/**
 * Starts a pairing as a program does. `path` is the path and query of the page on which a user approves the pairing.
 */
async function aPairing(machine = 'asha-laptop') {
  const { status, body } = await stranger.post('/pairings', { machine });
  expect(status).toBe(201);
  const { url, code, secret } = body.data;
  const { pathname, search } = new URL(url);
  const collect = async () => (await stranger.post('/pairings/collect', { secret })).body.data;
  return { path: pathname + search, url, code, secret, collect };
}

const approval = { intent: 'approve', name: 'Laptop', mode: 'test', access: 'send' };
const pending = { status: 'pending', apiId: null, apiKey: null };
const expired = { status: 'expired', apiId: null, apiKey: null };

test('the user compares the code and chooses mode and access, and the program gets the key exactly once', async () => {
  const { path, url, code, secret, collect } = await aPairing();
  const { userId, visitor } = await aMember(web.url);
  expect(await collect()).toEqual(pending);
  const page = await visitor.get(path);
  for (const shown of [code, 'asha-laptop', '127.0.0.1']) expect(page.html).toContain(shown);
  expect(url + page.html).not.toContain(secret.split('.')[1]);
  expect((await visitor.post(path, approval)).status).toBe(302);
  const keys = await listKeys(userId);
  expect(keys).toMatchObject([
    { name: 'Laptop', livemode: false, scopes: ['messages:send', 'otp'] },
  ]);
  const [one, other] = await Promise.all([collect(), collect()]);
  const [got, not] = one.status === 'approved' ? [one, other] : [other, one];
  expect(got).toMatchObject({ status: 'approved', apiId: keys[0]?.keyId });
  expect(not).toEqual(expired);
  expect(await collect()).toEqual(expired);
  const sent = { recipient: '9822299002', message: 'Hello' };
  const caller = client(web.url, { keyId: got.apiId, secretKey: got.apiKey } as never);
  expect((await caller.post('/messages/send-message', sent)).status).toBe(202);
});

test('a denied pairing gives no key, and a decision is final', async () => {
  const { path, collect } = await aPairing();
  const { userId, visitor } = await aMember(web.url);
  expect((await visitor.post(path, { intent: 'deny' })).status).toBe(302);
  await visitor.post(path, approval);
  expect(await listKeys(userId)).toEqual([]);
  expect((await collect()).status).toBe('denied');
  const approved = await aPairing();
  await visitor.post(approved.path, approval);
  await (await aMember(web.url)).visitor.post(approved.path, approval);
  await visitor.post(approved.path, { intent: 'deny' });
  expect((await approved.collect()).status).toBe('approved');
  expect(await listKeys(userId)).toHaveLength(1);
});

test('an expired, unknown or wrongly signed pairing gives no key, and its page says so', async () => {
  const { path, secret, collect } = await aPairing();
  const id = secret.split('.')[0] ?? '';
  const redis = new Redis(redisSettings.REDIS_URL);
  onTestFinished(() => redis.disconnect());
  const stored = await redis.get(`pairing:${id}`);
  expect(stored).not.toContain(secret.split('.')[1]);
  const forged = await stranger.post('/pairings/collect', { secret: `${id}.x` });
  expect(forged.body.data).toEqual(expired);
  const { userId, visitor } = await aMember(web.url);
  await redis.del(`pairing:${id}`);
  expect(await collect()).toEqual(expired);
  expect((await visitor.get(path)).html).toContain('No login is waiting here');
  await visitor.post(path, approval);
  expect(await listKeys(userId)).toEqual([]);
});

test('approving asks for the password if the sign-in is old, and a visitor who is not signed in must log in', async () => {
  const { path, collect } = await aPairing();
  const { userId, visitor } = await aMember(web.url);
  const authenticatedAt = new Date(Date.now() - 3_600_000);
  await prisma.session.updateMany({ where: { userId }, data: { authenticatedAt } });
  const asked = await visitor.post(path, approval);
  expect(asked.html).toContain('Confirm that it is you');
  expect(await listKeys(userId)).toEqual([]);
  expect(await collect()).toEqual(pending);
  const anonymous = await fetch(web.url + path, { redirect: 'manual' });
  expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
    302,
    expect.stringContaining('/login'),
  ]);
});

test('`dakiya login` waits for the approval in the browser, and saves the key', async () => {
  const home = await mkdtemp(join(tmpdir(), 'dakiya-pairing-'));
  onTestFinished(() => rm(home, { recursive: true }));
  await buildCommandLine(join(home, 'cli'));
  const { PATH = '' } = inherited;
  const args = [join(home, 'cli/dakiya.cjs'), 'login', '--url', web.url, '--name', 'build-7'];
  const child = spawn(process.execPath, args, {
    env: { NODE_ENV: 'production', PATH, HOME: home, XDG_CONFIG_HOME: home },
  });
  let shown = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      shown += data;
    });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await until('the address is shown', () => /code: \S+\n/.test(shown), 10_000);
  const path = /\/dashboard\S+/.exec(shown)?.[0] ?? '';
  const code = /code: (\S+)\n/.exec(shown)?.[1] ?? '';
  const { userId, visitor } = await aMember(web.url);
  const { html } = await visitor.get(path);
  expect(html).toContain(code);
  expect(html).toContain('dakiya on build-7');
  await visitor.post(path, { ...approval, access: 'all' });
  expect(await ended).toBe(0);
  const [key] = await listKeys(userId);
  const saved = JSON.parse(await readFile(join(home, 'dakiya/profiles.json'), 'utf8'));
  expect(saved.default).toMatchObject({ url: web.url, apiId: key?.keyId });
  expect(shown).not.toContain(saved.default.apiKey);
});

test('an address can start only a limited number of pairings', async () => {
  const statuses = [];
  for (let i = 0; i < 25; i += 1)
    statuses.push((await stranger.post('/pairings', { machine: 'm' })).status);
  expect(statuses.at(-1)).toBe(429);
});
