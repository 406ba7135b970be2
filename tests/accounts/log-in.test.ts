import { expect, test } from 'vitest';
import { createUser } from '#domain/accounts/create-user.server.ts';
import { logIn } from '#domain/accounts/log-in.server.ts';
import { aUser } from '../support/account.ts';

const refusal = { code: 'invalid_credentials', message: 'Incorrect e-mail or password.' };

/** How long it takes to be refused, in milliseconds. */
async function refused(email: string): Promise<number> {
  const begun = performance.now();
  await expect(logIn({ email, password: 'wrong' }, 'tests')).rejects.toMatchObject(refusal);
  return performance.now() - begun;
}

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] as number;

test('a wrong password, an unknown address and an account without password answer the same', async () => {
  const { email } = await aUser();
  await createUser({ name: 'From elsewhere', email: 'elsewhere@example.com' });
  await refused(email);
  await refused('nobody@example.com');
  await refused('elsewhere@example.com');
  await refused('not an address');
});

test('a known and an unknown address take the same time', async () => {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < 8; i++) {
    const { email } = await aUser();
    for (let j = 0; j < 4; j++) {
      known.push(await refused(email));
      unknown.push(await refused(`nobody${i}@example.com`));
    }
  }
  const ratio = median(known) / median(unknown);
  expect(ratio).toBeGreaterThan(0.7);
  expect(ratio).toBeLessThan(1.4);
});

test.each(['an account', 'an address that nobody has'])(
  'the sixth wrong password for %s is held back, and the seventh longer',
  async (who) => {
    const email = who === 'an account' ? (await aUser()).email : 'unknown@example.com';
    for (let i = 0; i < 5; i++) await refused(email);
    expect(await refused(email.toUpperCase())).toBeGreaterThanOrEqual(249);
    expect(await refused(email)).toBeGreaterThanOrEqual(499);
  },
);

test('guesses that come all at once are held back as much as one after the other', async () => {
  const { email } = await aUser();
  const times = await Promise.all(Array.from({ length: 8 }, () => refused(email)));
  times.sort((a, b) => a - b);
  expect(times[5]).toBeGreaterThanOrEqual(249);
  expect(times[6]).toBeGreaterThanOrEqual(499);
  expect(times[7]).toBeGreaterThanOrEqual(999);
});

test('the right password gets in while somebody guesses, and ends the slowness', async () => {
  const { userId, email, password } = await aUser();
  const guesses = Array.from({ length: 30 }, () => refused(email));
  const began = performance.now();
  expect(await logIn({ email, password }, 'tests')).toMatchObject({ userId: userId });
  expect(performance.now() - began).toBeLessThan(10_000);
  await Promise.all(guesses);
  expect(await logIn({ email, password }, 'tests')).toMatchObject({ userId: userId });
  for (let i = 0; i < 5; i++) expect(await refused(email)).toBeLessThan(249);
});
