import { beforeEach, expect, test } from 'vitest';
import { signUpSettings } from '#domain/identity/accounts/settings.ts';
import {
  clearSignUpPlaces,
  createUser,
  signUp,
  signUpPlace,
} from '#domain/identity/accounts/sign-up.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { client } from '../support/client.ts';
import { aVisitor } from '../support/visitor.ts';

const refusal = {
  code: 'rate_limited',
  message:
    'Too many new accounts from your network have not confirmed their email address. Please confirm yours, or try again later.',
};

let made = 0;
const aForm = () => ({
  name: 'Asha Rao',
  email: `new${++made}@example.com`,
  password: 'marble kettle',
  passwordConfirm: 'marble kettle',
});

/** Creates accounts with unconfirmed email addresses, signed up from one IP address. */
const unconfirmed = (address: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, () => createUser({ ...aForm(), place: signUpPlace(address) })),
  );

const signUpFrom = (from: string) => signUp(aForm(), { from });

beforeEach(async () => {
  await flushRedis();
  await prisma.user.deleteMany();
});

test('concurrent sign-ups do not exceed the limit of their IP address', async () => {
  await unconfirmed('192.0.2.1', signUpSettings.UNCONFIRMED_PER_ADDRESS - 3);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => signUpFrom('192.0.2.1')),
  );
  const refused = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []));
  expect(refused).toHaveLength(5);
  for (const reason of refused) expect(reason).toMatchObject(refusal);
  await signUpFrom('192.0.2.2');
});

test.each([
  ['192.0.2.%', '192.0.2.250', '192.0.3.1'],
  ['2001:db8:1:%::/64', '2001:db8:1:abcd::/64', '2001:db8:2:1::/64'],
])(
  'addresses in the network %s share a limit, which does not apply to other networks',
  async (pattern, within, elsewhere) => {
    const perAddress = signUpSettings.UNCONFIRMED_PER_ADDRESS - 1;
    for (
      let left = signUpSettings.UNCONFIRMED_PER_NETWORK, i = 1;
      left > 0;
      left -= perAddress, i++
    ) {
      await unconfirmed(pattern.replace('%', `${i}`), Math.min(left, perAddress));
    }
    await expect(signUpFrom(within)).rejects.toMatchObject(refusal);
    await signUpFrom(elsewhere);
  },
);

test('an account counts towards the limit until its email address is confirmed, but not longer than seven days', async () => {
  const [first = '', second = ''] = await unconfirmed(
    '192.0.2.1',
    signUpSettings.UNCONFIRMED_PER_ADDRESS,
  );
  await expect(signUpFrom('192.0.2.1')).rejects.toMatchObject(refusal);
  await prisma.user.update({ where: { id: first }, data: { emailConfirmedAt: new Date() } });
  await signUpFrom('192.0.2.1');
  await expect(signUpFrom('192.0.2.1')).rejects.toMatchObject(refusal);
  const createdAt = new Date(Date.now() - 7 * 24 * 3_600_000 - 1);
  await prisma.user.update({ where: { id: second }, data: { createdAt } });
  await signUpFrom('192.0.2.1');
  expect(await clearSignUpPlaces()).toBe(2);
  const kept = await prisma.user.findMany({ where: { id: { in: [first, second] } } });
  for (const user of kept) expect([user.signedUpFrom, user.signedUpNetwork]).toEqual([null, null]);
});

test('the form and REST report the hourly limits of sign-ups by IP address and network', async () => {
  const web = await stopAfterTest(
    startWeb({
      TRUSTED_PROXIES: '1',
      UNCONFIRMED_PER_ADDRESS: '1',
      SIGNUP_ADDRESS_PER_HOUR: '2',
      SIGNUP_NETWORK_PER_HOUR: '4',
    }),
  );
  const rest = (from: string) =>
    client(web.url, null).post('/users/signup', aForm(), { 'x-forwarded-for': from });
  const form = (from: string) =>
    aVisitor(web.url).post(
      '/register',
      { ...aForm(), terms: 'on' },
      { origin: web.url, 'x-forwarded-for': from },
    );
  expect((await rest('198.51.100.1')).status).toBe(201);
  const second = await rest('198.51.100.1');
  expect([second.status, second.body.message]).toEqual([429, refusal.message]);
  expect(second.headers.get('retry-after')).toBe('3600');
  const third = await rest('198.51.100.1');
  expect([third.status, third.body.message]).toEqual([
    429,
    'Too many attempts. Please wait a while and try again.',
  ]);
  expect((await form('198.51.100.2')).status).toBe(302);
  const fifth = await form('198.51.100.2');
  expect(fifth.status).toBe(429);
  expect(fifth.html).toContain(refusal.message);
  // Four sign-ups from this network are counted. The next sign-up from any address of the network exceeds
  // the limit.
  expect((await rest('198.51.100.3')).body.message).toBe(third.body.message);
  expect((await rest('198.51.101.3')).status).toBe(201);
});
