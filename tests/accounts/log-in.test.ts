import { beforeEach, expect, test, vi } from 'vitest';
import { logIn } from '#domain/identity/accounts/log-in.ts';
import { createUser } from '#domain/identity/accounts/sign-up.ts';
import { clock } from '#platform/clock.browser.ts';
import { asProgram, aUser, ownProgram } from '../support/account.ts';
import { recordWork } from '../support/recorded-work.ts';

const refusal = { code: 'invalid_credentials', message: 'Incorrect email or password.' };

async function refused(email: string): Promise<void> {
  await expect(logIn({ email, password: 'wrong' }, asProgram, ownProgram)).rejects.toMatchObject(
    refusal,
  );
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

test('a wrong password takes the same amount of work for a known and an unknown address', async () => {
  const { email } = await aUser();
  await createUser({ name: 'From elsewhere', email: 'provider@example.com' });
  const known = await recordWork(() => refused(email));
  expect(known).toContain('check of the password');
  for (const other of ['nobody2@example.com', 'provider@example.com'])
    expect([other, await recordWork(() => refused(other))]).toEqual([other, known]);
});

test.each(['an account', 'an address without an account'])(
  'the answer to the sixth wrong password for %s is delayed, and the answer to the seventh is delayed longer',
  async (who) => {
    const email = who === 'an account' ? (await aUser()).email : 'unknown@example.com';
    await guess(email, 5);
    await guess(email.toUpperCase(), 2);
    expect(delays).toEqual([0, 0, 0, 0, 0, 250, 500]);
  },
);

test('guesses that are made at the same time are delayed as much as guesses made one after the other', async () => {
  const { email } = await aUser();
  await Promise.all(Array.from({ length: 8 }, () => guess(email, 1)));
  expect(delays.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 250, 500, 1000]);
});

test('while other clients guess, the correct password is accepted, and it resets the login delay', async () => {
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
