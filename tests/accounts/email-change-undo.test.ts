import { beforeEach, describe, expect, test } from 'vitest';
import { confirmEmailChange, undoEmailChange } from '#domain/identity/accounts/email-change.ts';
import { signInWithProvider } from '#domain/identity/accounts/sign-in-with-provider.ts';
import { signUp } from '#domain/identity/accounts/sign-up.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { rollKey } from '#domain/identity/api-keys/roll-key.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser, ownProgram, type User } from '../support/account.ts';
import { client } from '../support/client.ts';
import { anAddressHolder, emailOf, requestEmailChange, tokenTo } from '../support/email-change.ts';
import { signedIn } from '../support/signed-in.ts';

const web = await sharedWeb();
const rest = client(web.url, null);
const { logIn, reset } = anAddressHolder(web.url);
const chosen = 'seventeen purple otters';
const hour = 3_600_000;

beforeEach(flushRedis);

/** Changes the address and confirms the new one. @returns the token that undoes the change */
async function move(user: User, from: string, to: string) {
  await requestEmailChange(user, to);
  expect(await confirmEmailChange(await tokenTo(to, 'email_change_link'), user.userId)).toBe(true);
  return tokenTo(from, 'email_change_notice');
}

describe('the owner of the old address', () => {
  test('can undo a change of the address before the new address is confirmed', async () => {
    const user = await aUser();
    const thief = `thief-${user.email}`;
    await requestEmailChange(user, thief);
    const confirm = await tokenTo(thief, 'email_change_link');
    await undoEmailChange(await tokenTo(user.email, 'email_change_notice'), ownProgram);
    expect(await confirmEmailChange(confirm, user.userId)).toBe(false);
    expect(await emailOf(user)).toBe(user.email);
    expect(await logIn(user.email, user.password)).toBe(401);
    expect((await client(web.url, user).get('/users/profile')).status).toBe(401);
  });

  test('can undo the change and all later actions of a thief: address, password, provider and API key', async () => {
    const user = await aUser();
    const older = await createKey({ userId: user.userId, name: 'Rolled by the thief' });
    const untouched = await createKey({ userId: user.userId, name: 'Untouched' });
    const [second, third] = [`second-${user.email}`, `third-${user.email}`];
    const undo = await move(user, user.email, second);
    expect(await reset(second, chosen)).toBe(200);
    const thief = { ...user, password: chosen };
    const undoOfThief = await move(thief, second, third);
    const identity = { provider: 'google', providerUserId: 'thief', name: 'T' } as const;
    const google = () => signInWithProvider({ ...identity, email: third, emailVerified: true });
    expect(await google()).toBe(user.userId);
    const key = await createKey({ userId: user.userId, name: 'Of the thief' });
    await rollKey({ userId: user.userId, key: older._id, overlapHours: 24, from: '192.0.2.1' });
    const session = await signedIn(web.url, user);

    const { email, resetToken } = await undoEmailChange(undo, ownProgram);
    expect([email, await emailOf(user)]).toEqual([user.email, user.email]);
    expect((await session.get('/dashboard')).status).toBe(302);
    expect(await logIn(third, chosen)).toBe(401);
    expect(await logIn(user.email, chosen)).toBe(401);
    await expect(undoEmailChange(undoOfThief, ownProgram)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
    expect(await reset(third, 'another otter swims')).toBe(400);
    expect(await google()).not.toBe(user.userId);
    for (const { _id } of [key, older]) {
      expect(await prisma.credential.findUniqueOrThrow({ where: { id: _id } })).toMatchObject({
        isActive: false,
        offReason: 'email_change_undone',
        // The secret that the key had before it was rolled is invalid too, because the thief may know it.
        previousSecretHash: null,
        previousEndsAt: null,
      });
    }
    expect(
      await prisma.credential.findUniqueOrThrow({ where: { id: untouched._id } }),
    ).toMatchObject({ isActive: true });

    const body = { password: 'owner of purple otters', passwordConfirm: 'owner of purple otters' };
    const done = await rest.call('PATCH', `/users/resetPassword/${resetToken}`, { body });
    expect(done.status).toBe(200);
    expect(await logIn(user.email, body.password)).toBe(200);
    await expect(undoEmailChange(undo, ownProgram)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  });

  test('can undo the change even if another user signs up with the old address, by form or provider', async () => {
    const user = await aUser();
    const undo = await move(user, user.email, `second-${user.email}`);
    const taken = { code: 'email_taken' };
    const person = {
      name: 'Mallory',
      email: user.email,
      password: chosen,
      passwordConfirm: chosen,
    };
    await expect(signUp(person, ownProgram)).rejects.toMatchObject(taken);
    const profile = { provider: 'google', providerUserId: user.userId, name: 'M' } as const;
    await expect(
      signInWithProvider({ ...profile, email: user.email, emailVerified: true }),
    ).rejects.toMatchObject(taken);
    const other = await aUser();
    await expect(requestEmailChange(other, user.email)).rejects.toMatchObject(taken);
    await undoEmailChange(undo, ownProgram);
    expect(await emailOf(user)).toBe(user.email);
  });

  test('cannot undo the change after 72 hours', async () => {
    const user = await aUser();
    const undo = await move(user, user.email, `second-${user.email}`);
    const [change] = await prisma.emailChange.findMany({ where: { userId: user.userId } });
    const left = (change?.undoUntil?.getTime() ?? 0) - Date.now();
    expect(left).toBeGreaterThan(71.9 * hour);
    expect(left).toBeLessThanOrEqual(72 * hour);
    await prisma.emailChange.updateMany({
      where: { userId: user.userId },
      data: { undoUntil: new Date(Date.now() - 1_000) },
    });
    await expect(undoEmailChange(undo, ownProgram)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
    expect((await aUser({ email: user.email })).email).toBe(user.email);
  });
});

test('an address that was never confirmed gets no undo link', async () => {
  const user = await aUser({ confirmed: false });
  const next = `next-${user.email}`;
  await requestEmailChange(user, next);
  expect(await prisma.email.count({ where: { email: user.email } })).toBe(0);
  expect(await confirmEmailChange(await tokenTo(next, 'email_change_link'), user.userId)).toBe(
    true,
  );
  expect(await prisma.email.count({ where: { email: user.email } })).toBe(0);
});

test('an undo wins over a concurrent confirmation', async () => {
  const user = await aUser();
  const next = `next-${user.email}`;
  await requestEmailChange(user, next);
  const confirm = await tokenTo(next, 'email_change_link');
  const undo = await tokenTo(user.email, 'email_change_notice');
  await Promise.allSettled([
    undoEmailChange(undo, ownProgram),
    confirmEmailChange(confirm, user.userId),
  ]);
  expect(await emailOf(user)).toBe(user.email);
});
