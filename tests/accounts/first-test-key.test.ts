import { expect, test } from 'vitest';
import { signInWithProvider } from '#domain/identity/accounts/sign-in-with-provider.ts';
import { signUp } from '#domain/identity/accounts/sign-up.ts';
import { prisma } from '#platform/db.ts';
import { ownProgram } from '../support/account.ts';

const keysOf = (userId: string) =>
  prisma.credential.findMany({ where: { userId }, select: { name: true, livemode: true } });

const password = 'correct horse';
const inputOf = (email: string) => ({
  name: 'Asha Rao',
  email,
  password,
  passwordConfirm: password,
});

const testKey = [{ name: 'Test key', livemode: false }];

const profile = (providerUserId: string, email: string) => ({
  provider: 'google' as const,
  ...{ providerUserId, name: 'Asha Rao', email, emailVerified: true },
});

test('a new account has one test key, whether it signs up with a password or through a provider', async () => {
  const byPassword = await signUp(inputOf('first-key@example.com'), ownProgram);
  expect(await keysOf(byPassword)).toEqual(testKey);
  const byGoogle = await signInWithProvider(profile('g-1', 'first-key.google@example.com'));
  expect(await keysOf(byGoogle)).toEqual(testKey);
  // The second sign-in through the provider creates no further key.
  await signInWithProvider(profile('g-1', 'first-key.google@example.com'));
  expect(await keysOf(byGoogle)).toEqual(testKey);
});

test('no email is sent about the test key of a new account', async () => {
  const email = 'quiet-key@example.com';
  await signUp(inputOf(email), ownProgram);
  const sent = await prisma.email.findMany({ where: { email }, select: { kind: true } });
  expect(sent).toEqual([{ kind: 'welcome' }]);
});
