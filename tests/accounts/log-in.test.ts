import { beforeEach, expect, test, vi } from 'vitest';
import { hashPassword } from '#domain/identity/accounts/hash-password.ts';
import { logIn } from '#domain/identity/accounts/log-in.ts';
import { createUser } from '#domain/identity/accounts/sign-up.ts';
import { clock } from '#platform/clock.browser.ts';
import { asProgram, aUser, ownProgram } from '../support/account.ts';

const refusal = { code: 'invalid_credentials', message: 'Incorrect email or password.' };

/** How long a refusal takes, in milliseconds. */
async function refused(email: string): Promise<number> {
  const begun = performance.now();
  await expect(logIn({ email, password: 'wrong' }, asProgram, ownProgram)).rejects.toMatchObject(
    refusal,
  );
  return performance.now() - begun;
}

/** The delays of the attempts in milliseconds, in order. The tests do not wait for them. */
const delays: number[] = [];
beforeEach(() => {
  vi.spyOn(clock, 'wait').mockImplementation(async (ms) => void delays.push(ms));
  delays.length = 0;
});

/** Makes `times` wrong attempts, one after the other. */
async function guess(email: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await refused(email);
}

test('a wrong password, an unknown address and an account without a password get the same error', async () => {
  const { email } = await aUser();
  await createUser({ name: 'From elsewhere', email: 'elsewhere@example.com' });
  await refused(email);
  await refused('nobody@example.com');
  await refused('elsewhere@example.com');
  await refused('not an address');
});

test('a login takes the same time for a known and an unknown address', async () => {
  const known: number[] = [];
  const unknown: number[] = [];
  // `aUser` stores a hash that is cheap to check, so these users get a hash of the usual cost.
  const passwordHash = await hashPassword('correct horse');
  for (let i = 0; i < 8; i++) {
    const email = `known${i}@example.com`;
    await createUser({ name: 'Asha', email, passwordHash });
    for (let j = 0; j < 4; j++) {
      known.push(await refused(email));
      unknown.push(await refused(`nobody${i}@example.com`));
    }
  }
  // Compares the fastest attempts, which other work on the machine affects least. An attacker would do the same.
  const ratio = Math.min(...known) / Math.min(...unknown);
  expect(ratio).toBeGreaterThan(0.7);
  expect(ratio).toBeLessThan(1.4);
});

test.each(['an account', 'an address without an account'])(
  'the sixth wrong password for %s is delayed, and the seventh longer',
  async (who) => {
    const email = who === 'an account' ? (await aUser()).email : 'unknown@example.com';
    await guess(email, 5);
    await guess(email.toUpperCase(), 2);
    expect(delays).toEqual([0, 0, 0, 0, 0, 250, 500]);
  },
);

test('concurrent guesses are delayed as much as guesses one after the other', async () => {
  const { email } = await aUser();
  await Promise.all(Array.from({ length: 8 }, () => guess(email, 1)));
  expect(delays.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 250, 500, 1000]);
});

test('the correct password is accepted while other clients guess, and resets the login delay', async () => {
  const { userId, email, password } = await aUser();
  const guesses = Array.from({ length: 12 }, () => guess(email, 1));
  expect(await logIn({ email, password }, asProgram, ownProgram)).toMatchObject({ userId });
  await Promise.all(guesses);
  expect(Math.max(...delays)).toBe(4_000);
  expect(await logIn({ email, password }, asProgram, ownProgram)).toMatchObject({ userId });
  delays.length = 0;
  await guess(email, 5);
  expect(delays).toEqual([0, 0, 0, 0, 0]);
});
