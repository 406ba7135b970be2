import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getUser } from '#domain/billing/get-user.ts';
import { issueMailedToken, issueToken } from '#domain/identity/accounts/account-tokens.ts';
import { confirmEmail } from '#domain/identity/accounts/confirm-email.ts';
import { confirmLinkTtlMs, resetLinkTtlMs } from '#domain/identity/accounts/contract.browser.ts';
import { logIn } from '#domain/identity/accounts/log-in.ts';
import { requestPasswordReset, resetPassword } from '#domain/identity/accounts/reset-password.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { listKeysWithSecrets } from '#domain/identity/api-keys/user-keys.ts';
import { createSession, findSession } from '#domain/identity/sessions/create-session.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, transaction } from '#platform/db.ts';
import { asProgram, aUser, ownProgram, type User } from '../support/account.ts';
import { untilWaitingForLock } from '../support/lock-waits.ts';

const notValid = {
  code: 'invalid_parameter',
  param: 'token',
  message: 'This link has expired or was already used. Please request a new one.',
};

let user: User;
beforeEach(async () => {
  user = await aUser({ confirmed: false });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const link = (purpose: 'confirm_email' | 'reset_password') =>
  issueMailedToken(purpose, user.userId, user.email);

/** Makes ten concurrent calls of `work`, and expects exactly one to succeed. */
const tenAtOnce = <T>(work: (i: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: 10 }, (_, i) => work(i)));

const confirmed = async () => (await getUser(user.userId)).emailConfirmed;

test('of ten concurrent uses of a confirmation link only one confirms the address', async () => {
  const token = await link('confirm_email');
  const outcomes = await tenAtOnce(() => confirmEmail(token, user.userId));
  expect(outcomes.filter((o) => o.status === 'fulfilled' && o.value)).toHaveLength(1);
  expect(await confirmed()).toBe(true);
});

test('of ten concurrent uses of a reset link only one sets the password, and one email is queued', async () => {
  const token = await link('reset_password');
  const outcomes = await tenAtOnce((i) => resetPassword(token, `marble kettle ${i}`, ownProgram));
  const winners = outcomes.flatMap((o, i) => (o.status === 'fulfilled' ? [i] : []));
  expect(winners).toHaveLength(1);
  for (const o of outcomes) if (o.status === 'rejected') expect(o.reason).toMatchObject(notValid);
  const password = `marble kettle ${winners[0]}`;
  expect(await logIn({ email: user.email, password }, asProgram, ownProgram)).toMatchObject({
    userId: user.userId,
  });
  const notices = { kind: 'password_changed', email: user.email } as const;
  expect(await prisma.email.count({ where: notices })).toBe(1);
});

test('a new password ends every session and every other link, and the old password no longer works', async () => {
  const other = await createSession(user.userId, { kind: 'browser', userAgent: 'another' });
  const bystander = await aUser();
  await issueToken({ purpose: 'sign_in', userId: user.userId, lifeMs: 60_000 });
  await resetPassword(await link('reset_password'), 'marble kettle', ownProgram);
  expect(await findSession(user.token, 'program')).toBeNull();
  expect(await findSession(other, 'browser')).toBeNull();
  expect(await findSession(bystander.token, 'program')).toMatchObject({ userId: bystander.userId });
  expect(await prisma.accountToken.count({ where: { userId: user.userId } })).toBe(0);
  await expect(logIn(user, asProgram, ownProgram)).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
  expect(await confirmed()).toBe(true);
});

test('a login is rejected if its password is replaced before the session is created', async () => {
  const under = await transaction(async (tx) => {
    await tx.query("UPDATE users SET password_hash = 'other' WHERE id = $1", [user.userId]);
    const login = logIn(user, asProgram, ownProgram).catch((error: unknown) => error);
    // At this point the login has checked the old password, and the transaction that replaces the password has not been
    // committed.
    await untilWaitingForLock('%FOR SHARE');
    return { login };
  });
  expect(await under.login).toMatchObject({ code: 'invalid_credentials' });
  expect(await prisma.session.count({ where: { userId: user.userId } })).toBe(1);
});

test.each([
  ['reset_password', resetLinkTtlMs],
  ['confirm_email', confirmLinkTtlMs],
] as const)('a link for %s is valid until it expires', async (purpose, lifeMs) => {
  const made = Date.now();
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(made));
  const follow = async (token: string) =>
    purpose === 'confirm_email'
      ? confirmEmail(token, user.userId)
      : resetPassword(token, 'marble kettle', ownProgram).then(
          () => true,
          () => false,
        );
  const late = await link(purpose);
  vi.mocked(clock.now).mockImplementation(() => new Date(made + lifeMs));
  expect(await follow(late)).toBe(false);
  vi.mocked(clock.now).mockImplementation(() => new Date(made + lifeMs - 1));
  expect(await follow(late)).toBe(true);
});

test('a link is valid only for its original purpose', async () => {
  const [reset, confirm] = [await link('reset_password'), await link('confirm_email')];
  await expect(resetPassword(confirm, 'marble kettle', ownProgram)).rejects.toMatchObject(notValid);
  expect(await confirmEmail(reset, user.userId)).toBe(false);
  expect(await confirmed()).toBe(false);
  expect(await findSession(user.token, 'program')).not.toBeNull();
  await resetPassword(reset, 'marble kettle', ownProgram);
});

test('a newer link makes the older link invalid', async () => {
  const [older, newer] = [await link('reset_password'), await link('reset_password')];
  await expect(resetPassword(older, 'marble kettle', ownProgram)).rejects.toMatchObject(notValid);
  await resetPassword(newer, 'marble kettle', ownProgram);
});

test.each(['', 'x', 'A'.repeat(43), 'ü\0', 'a'.repeat(100_000)])(
  'a made-up link is rejected (%#)',
  async (token) => {
    await expect(resetPassword(token, 'marble kettle', ownProgram)).rejects.toMatchObject(notValid);
    expect(await confirmEmail(token, user.userId)).toBe(false);
  },
);

test('a link emailed to the old address does not confirm the new address', async () => {
  const before = [await link('reset_password'), await link('confirm_email')] as const;
  const email = `moved-${user.email}`;
  await prisma.user.update({ where: { id: user.userId }, data: { email, emailKey: email } });
  // An email to the old address may be in transit while the address changes.
  const during = [await link('reset_password'), await link('confirm_email')] as const;
  for (const [reset, confirm] of [before, during]) {
    await expect(resetPassword(reset, 'marble kettle', ownProgram)).rejects.toMatchObject(notValid);
    expect(await confirmEmail(confirm, user.userId)).toBe(false);
  }
  expect(await confirmed()).toBe(false);
});

test('requesting a reset link queues an email, whether the address is known or unknown', async () => {
  for (const email of [user.email, 'nobody@example.com']) {
    expect(await requestPasswordReset(email, ownProgram)).toBeUndefined();
    expect(await prisma.email.count({ where: { kind: 'reset_password', email } })).toBe(1);
  }
  expect(await prisma.accountToken.count({ where: { userId: user.userId } })).toBe(0);
});

test('another signed-in user cannot confirm an address with the link that was emailed to the address', async () => {
  const bystander = await aUser();
  expect(await confirmEmail(await link('confirm_email'), bystander.userId)).toBe(false);
  expect(await confirmed()).toBe(false);
});

test('a password reset revokes OAuth identities and unconfirmed keys', async () => {
  const { keyId } = await createKey({ userId: user.userId, name: 'Theirs' });
  await prisma.identity.create({
    data: { provider: 'google', providerUserId: 'theirs', userId: user.userId },
  });
  await resetPassword(await link('reset_password'), 'marble kettle', ownProgram);
  expect(await prisma.identity.count({ where: { userId: user.userId } })).toBe(0);
  const [key] = await listKeysWithSecrets(user.userId);
  expect(key).toMatchObject({ keyId, isActive: false });
});
