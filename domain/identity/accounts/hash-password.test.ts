import { expect, test, vi } from 'vitest';
import { countTurns } from '#platform/count-turns.test-support.ts';
import { passwordLengthLimits } from './contract.browser.ts';
import {
  findPasswordWeakness,
  knownPasswordCount,
  loadEstimator,
  readKnownPasswords,
} from './hash-password.ts';

const asha = ['Asha Rao', 'asha.rao@example.com'];
const advice = 'Add another word or two.';

test.each([
  ['123456', 'This is a heavily used password.'],
  ['password', 'This is a heavily used password.'],
  ['P@ssw0rd!', 'This is similar to a commonly used password.'],
  ['qwertyuiop', 'This is a frequently used password.'],
  ['admin@123', 'This is similar to a commonly used password.'],
  ['Welcome@123', 'This is similar to a commonly used password.'],
  ['iloveindia', advice],
  ['jaimatadi', 'This is a commonly used password.'],
  ['aaaaaaaaaaaaaaaa', 'Repeated characters like "aaa" are easy to guess.'],
  ['abcdefgh', 'easy to guess.'],
  ['26/01/1990', 'Dates are easy to guess.'],
  ['dakiya-demo', advice],
  ['asha.rao', 'Your name, your email address and our name are easy to guess.'],
  ['Asha1990', advice],
  ['rao@example', advice],
  ['x'.repeat(128), 'Repeated characters like "aaa" are easy to guess.'],
])('rejects %s with a hint', async (password, hint) => {
  expect(await findPasswordWeakness(password, asha)).toContain(hint);
});

test.each([
  'x7#kQ2',
  'kd93ms1',
  'correct horse',
  'Åsa–señor',
  'मेरा घर नदी पर',
  'pillar box at noon',
])('accepts %s', async (password) => expect(await findPasswordWeakness(password, asha)).toBeNull());

test('rejects the owner’s name and address, but accepts another person’s name and address', async () => {
  expect(await findPasswordWeakness('ravichandran', ['Ravi Chandran', 'r@example.com'])).toContain(
    'Your name',
  );
  expect(await findPasswordWeakness('zxq ravichandran kettle', asha)).toBeNull();
});

test('knows 100,000 common passwords, and rejects those with the required length, in any mixture of upper and lower case', async () => {
  const passwords = await readKnownPasswords();
  expect(passwords).toHaveLength(knownPasswordCount);
  expect(passwords.slice(0, 3)).toEqual(['123456', 'password', '12345678']);
  const { known } = await loadEstimator();
  expect(passwords.filter((one) => !(one.toLowerCase() in known))).toEqual([]);
  // A check takes about a millisecond, so only some passwords are checked as a whole.
  const { min } = passwordLengthLimits;
  const some = passwords.filter((one, i) => i % 400 === 399 && one.length >= min);
  expect(some.length).toBeGreaterThan(200);
  for (const one of some)
    for (const typed of [one, one.toUpperCase(), alternating(one)])
      expect([typed, await findPasswordWeakness(typed, asha)]).not.toContain(null);
});

const alternating = (text: string) =>
  [...text].map((one, i) => (i % 2 ? one.toUpperCase() : one)).join('');

test('the name of a property that every JavaScript object has is not a known password', async () => {
  const { known } = await loadEstimator();
  for (const name of ['constructor', '__proto__', 'toString']) expect(name in known).toBe(false);
});

const repeated = (text: string) => text.repeat(128).slice(0, 128);

/** Texts that cost the estimator the most time, because it finds as many overlapping patterns as possible in them. */
const hostile = [
  ...['4@8({3€6911|!0$5+7%2', '4@', 'p4$$w0rd', '1234567890', '01/01/1990', 'qwertyuiop', '1|!'],
  ...['the ', 'abcabd', '19901991', 'correcthorsebatterystaple', '()[]{}<>1!|', 'vv\\/\\/', '|-|'],
].map(repeated);

test.each(hostile)(
  'checks the hostile password %s without taking a second of the processor',
  async (password) => {
    const parts = [repeated('asha rao '), `${repeated('a.b.c.d')}@example.com`];
    await loadEstimator();
    const times: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const before = process.cpuUsage();
      await findPasswordWeakness(password, parts);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1_000);
    }
    // Without the estimator's limits, the check of such a password takes more than a second.
    expect(Math.min(...times)).toBeLessThan(250);
  },
);

test('loads the lists of passwords only once, and yields to the event loop during loading', async () => {
  vi.resetModules();
  const fresh = await import('./hash-password.ts');
  expect(await countTurns(fresh.loadEstimator)).toBeGreaterThanOrEqual(6);
  expect(await countTurns(fresh.loadEstimator)).toBe(0);
});

test('a password is checked against a hash of the same cost, whether the account has a password or not', async () => {
  const costs: string[] = [];
  vi.doMock('@node-rs/argon2', async (load) => {
    const argon2 = await load<typeof import('@node-rs/argon2')>();
    const verify: typeof argon2.verify = (hashed, ...more) => {
      costs.push(String(hashed).split('$').slice(0, 4).join('$'));
      return argon2.verify(hashed, ...more);
    };
    return { ...argon2, verify };
  });
  vi.resetModules();
  const { hashPassword, verifyPassword } = await import('./hash-password.ts');
  expect(await verifyPassword('correct horse', await hashPassword('correct horse'))).toBe(true);
  expect(await verifyPassword('correct horse', null)).toBe(false);
  expect(costs).toEqual(Array(2).fill('$argon2id$v=19$m=19456,t=2,p=1'));
  vi.doUnmock('@node-rs/argon2');
});
