import { expect, onTestFinished, test } from 'vitest';
import { callerCacheOptions } from '#domain/identity/api-keys/contract.browser.ts';
import { updateKey } from '#domain/identity/api-keys/user-keys.ts';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { saveSettings } from '#domain/identity/settings/stored-settings.ts';
import { prisma } from '#platform/db.ts';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';

const at = (i: number) => String(9_822_200_000 + i);

const strict = await stopAfterFile(startWeb({ RATE_LIMIT_PER_SECOND: '5' }));

test('calls over the rate limit are rejected, are not charged, and the response contains the time to wait', async () => {
  const account = await anAccount();
  const call = client(strict.url, account);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, i) => call.send(at(i), 'Hello')),
  );
  const refused = replies.filter(({ status }) => status === 429);
  // The limit is five calls a second, and the forty calls take at most three seconds.
  expect(refused.length).toBeGreaterThanOrEqual(40 - 15);
  for (const { body, headers } of refused) {
    expect(body.error.code).toBe('rate_limited');
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('ratelimit-limit')).toBe('5');
    expect(headers.get('ratelimit-remaining')).toBe('0');
  }
  const sent = await prisma.message.count({ where: { userId: account.userId } });
  expect(sent).toBe(40 - refused.length);
});

test('each API ID has a separate limit', async () => {
  const one = client(strict.url, await anAccount());
  const other = client(strict.url, await anAccount());
  await Promise.all(Array.from({ length: 20 }, () => one.get('/balance')));
  expect((await other.get('/balance')).status).toBe(200);
});

test('while Redis is unavailable, the rate limit still applies and messages are still sent', async () => {
  const redis = await startPrivateRedis();
  onTestFinished(() => redis.stop());
  const web = await stopAfterTest(startWeb({ RATE_LIMIT_PER_SECOND: '5', REDIS_URL: redis.url }));
  await redis.kill();
  const call = client(web.url, await anAccount());
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, i) => call.send(at(i), 'Hello')),
  );
  const statuses = new Set(replies.map(({ status }) => status));
  expect(statuses).toEqual(new Set([202, 429]));
});

test('failed authentications are limited by IP address', async () => {
  const web = await stopAfterTest(startWeb({ FAILED_AUTH_PER_MINUTE: '10' }));
  const guess = (i: number) =>
    client(web.url, { userId: '', keyId: 'dk_x', secretKey: `sk_${i}` }).get('/balance');
  const replies = await Promise.all(Array.from({ length: 30 }, (_, i) => guess(i)));
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('calls with a refused key count towards the limit of failed calls, and calls over that limit are not logged', async () => {
  const web = await stopAfterTest(startWeb({ FAILED_AUTH_PER_MINUTE: '10', TRUSTED_PROXIES: '1' }));
  const [off, away, old] = [await anAccount(), await anAccount(), await anAccount()];
  await updateKey(off.userId, off.keyId, { isActive: false });
  const nowhere = { ipFiltering: true, allowedAddresses: ['203.0.113.7'] };
  await saveSettings(away.userId, { ...defaultSettings, ...nowhere });
  await prisma.credential.update({
    where: { keyId: old.keyId },
    data: { expiresOn: new Date(Date.now() - 1_000) },
  });
  for (const [i, account] of [off, away, old].entries()) {
    const headers = { 'x-forwarded-for': `192.0.2.${i}` };
    const ask = () => client(web.url, account).call('GET', '/balance', { headers });
    const replies = await Promise.all(Array.from({ length: 30 }, ask));
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
  }
  // Entries of the log are written in order. When the entry of this call is stored, all earlier entries are stored too.
  const other = await anAccount();
  await client(web.url, other).get('/messages?limit=0');
  const kept = (userId: string) => prisma.failedRequest.count({ where: { userId } });
  await until('it is kept', async () => (await kept(other.userId)) === 1);
  for (const { userId } of [off, away, old]) expect(await kept(userId)).toBe(10);
});

test('a key that is turned off or deleted stops working in every process', async () => {
  const settings = { FAILED_AUTH_PER_MINUTE: '10000' };
  const webs = await Promise.all([1, 2].map(() => stopAfterTest(startWeb(settings))));
  const account = await anAccount();
  const calls = webs.map((web) => client(web.url, account));
  for (const call of calls) expect((await call.get('/balance')).status).toBe(200);

  await prisma.credential.update({ where: { keyId: account.keyId }, data: { isActive: false } });
  await until('both refuse', async () => {
    const replies = await Promise.all(calls.map((call) => call.get('/balance')));
    return replies.every(({ status }) => status === 403);
  });
  // A key is cached for less than a second, even on a slow machine.
  expect(callerCacheOptions.ttlMs).toBeLessThanOrEqual(500);

  await prisma.credential.delete({ where: { keyId: account.keyId } });
  await until('both refuse it as unknown', async () => {
    const replies = await Promise.all(calls.map((call) => call.get('/balance')));
    return replies.every(({ status }) => status === 401);
  });
});

const web = await sharedWeb();

test.each([
  [
    'HTTP Basic',
    (id: string, key: string) => `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`,
    200,
  ],
  ['bearer', (_: string, key: string) => `Bearer ${key}`, 200],
  ['another scheme', (id: string, key: string) => `Digest ${id}:${key}`, 401],
  ['Basic without a colon', () => 'Basic abc', 401],
  ['nothing after the scheme', () => 'Bearer', 401],
])('a request may send the key as %s', async (_, header, status) => {
  const { keyId, secretKey } = await anAccount();
  const headers = { authorization: header(keyId, secretKey) };
  expect((await client(web.url, null).call('GET', '/balance', { headers })).status).toBe(status);
});
