import { beforeEach, expect, test } from 'vitest';
import { limitAuthAttempt } from '#domain/identity/accounts/limit-auth-attempts.ts';
import { flushRedis } from '../harness/flush-redis.ts';

beforeEach(flushRedis);

const limited = { code: 'rate_limited', retryAfterSeconds: expect.any(Number) };

/** How many of `count` concurrent attempts succeed. */
async function passed(count: number, attempt: (i: number) => Promise<void>): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, i) => attempt(i)));
  for (const o of outcomes) if (o.status === 'rejected') expect(o.reason).toMatchObject(limited);
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

test.each([
  ['login', 10],
  ['signup', 10],
  ['forgot', 5],
] as const)(
  '%s attempts from one network for one account are limited to %i',
  async (kind, most) => {
    const spellings = ['one@example.com', 'ONE@example.com', ' One@Example.com '];
    const attempt = (i: number) =>
      limitAuthAttempt(kind, { from: '192.0.2.1' }, spellings[i % 3] as string);
    expect(await passed(25, attempt)).toBe(most);
  },
);

test.each(['login', 'signup', 'forgot'] as const)(
  'one IP address may make %s attempts for only 30 different accounts',
  async (kind) => {
    const attempt = (i: number) =>
      limitAuthAttempt(kind, { from: '192.0.2.1' }, `user${i}@example.com`);
    expect(await passed(50, attempt)).toBe(30);
    await limitAuthAttempt(kind, { from: '192.0.2.2' }, 'user99@example.com');
  },
);

test('failed logins from one IP address do not lock out the owner at another IP address', async () => {
  for (let place = 0; place < 5; place++) {
    await passed(20, () =>
      limitAuthAttempt('login', { from: `192.0.2.${place}` }, 'owner@example.com'),
    );
  }
  await limitAuthAttempt('login', { from: '198.51.100.1' }, 'owner@example.com');
});

test('emails about one account are limited regardless of the requesting network', async () => {
  const attempt = (i: number) =>
    limitAuthAttempt('forgot', { from: `192.0.2.${i}` }, 'owner@example.com');
  expect(await passed(20, attempt)).toBe(5);
});

test('all addresses of an IPv6 /48 network share one login limit per account, and one login limit over all accounts', async () => {
  const from = (i: number) => `2001:db8:1:${i.toString(16)}::/64`;
  const one = (i: number) => limitAuthAttempt('login', { from: from(i) }, 'owner@example.com');
  expect(await passed(25, one)).toBe(10);
  await limitAuthAttempt('login', { from: '2001:db8:2:1::/64' }, 'owner@example.com');
  await flushRedis();
  const many = (i: number) => limitAuthAttempt('login', { from: from(i) }, `user${i}@example.com`);
  expect(await passed(150, many)).toBe(120);
});

test('addresses in one IPv4 /24 network share a limit of sign-ups, but no limit of logins', async () => {
  const from = (i: number) => `198.51.100.${i}`;
  const attempt = (kind: 'login' | 'signup') => (i: number) =>
    limitAuthAttempt(kind, { from: from(i % 200) }, `user${i}@example.com`);
  expect(await passed(150, attempt('login'))).toBe(150);
  expect(await passed(150, attempt('signup'))).toBe(120);
});
