import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { confirmEmailChange } from '#domain/identity/accounts/email-change/confirm-email-change.server.ts';
import { undoEmailChange } from '#domain/identity/accounts/email-change/undo-email-change.server.ts';
import { signInWithProvider } from '#domain/identity/accounts/sign-in-with-provider.server.ts';
import { signUp } from '#domain/identity/accounts/sign-up.server.ts';
import { updateUser } from '#domain/identity/accounts/update-user.server.ts';
import { createKey } from '#domain/identity/api-keys/create-key.server.ts';
import type { EmailKind } from '#domain/notifications/email/contract.ts';
import { prisma } from '#platform/db.server.ts';
import { aUser, ownProgram, type User } from '../support/account.ts';
import { client } from '../support/client.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { flushRedis } from '../support/flush-redis.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { joinText, signedIn } from '../support/signed-in.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const rest = client(web.url, null);
const account = paths.dashboard('account');
const chosen = 'seventeen purple otters';
const hour = 3_600_000;

beforeEach(flushRedis);

/** The token of the link in the newest email of a kind to an address, or null if there is none. */
async function linkTo(email: string, kind: EmailKind): Promise<string | null> {
  const queuedEmail = await prisma.email.findFirst({
    where: { email, kind },
    orderBy: { id: 'desc' },
  });
  const rendered = queuedEmail && (await renderQueuedEmail(kind, queuedEmail));
  return /\/[\w-]+\/([\w-]{43})/.exec(rendered?.text ?? '')?.[1] ?? null;
}

const tokenTo = async (email: string, kind: EmailKind) => {
  const token = await linkTo(email, kind);
  if (!token) throw new Error(`no link in a ${kind} to ${email}`);
  return token;
};

const patch = (user: User, body: Record<string, unknown>) =>
  client(web.url, user).call('PATCH', `/users/updateUser?id=${user.userId}`, { body });

/** Somebody who signed in a moment ago, to a verb. */
const now = ({ userId }: User) => ({ userId, authenticatedAt: new Date() });

/** Changes the address and confirms the new one. @returns the token that undoes it */
async function move(user: User, from: string, to: string) {
  await updateUser(now(user), { email: to, password: user.password }, ownProgram);
  expect(await confirmEmailChange(await tokenTo(to, 'email_change_link'), user.userId)).toBe(true);
  return tokenTo(from, 'email_change_notice');
}

const emailOf = async ({ userId }: User) =>
  (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).email;

const logIn = async (email: string, password: string) =>
  (await rest.post('/users/login', { email, password })).status;

/** Asks for a reset and sets a password by the link of the mail, if there is one. */
async function reset(email: string, password: string): Promise<number> {
  await rest.post('/users/forgotPassword', { email });
  const token = (await linkTo(email, 'reset_password')) ?? 'A'.repeat(43);
  const body = { password, passwordConfirm: password };
  return (await rest.call('PATCH', `/users/resetPassword/${token}`, { body })).status;
}

describe('a session without the password', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['no password', {}, 'Please enter your password to change the email address.'],
    ['a wrong password', { password: 'wrong one' }, 'The password is not correct.'],
  ])('does not take the account over with %s', async (_, fields, message) => {
    const victim = await aUser();
    const thief = `thief-${victim.email}`;
    const reply = await patch(victim, { email: thief, ...fields });
    expect([reply.status, reply.body.error]).toMatchObject([
      400,
      { code: 'invalid_parameter', param: 'password', message },
    ]);
    expect(await reset(thief, chosen)).toBe(400);
    expect(await logIn(thief, chosen)).toBe(401);
    expect(await logIn(victim.email, victim.password)).toBe(200);
    expect(await emailOf(victim)).toBe(victim.email);
  });

  test('cannot try passwords at will', async () => {
    const victim = await aUser();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      const { status } = await patch(victim, { email: 'thief@example.com', password: `no ${i}` });
      statuses.push(status);
    }
    expect(statuses.at(-1)).toBe(429);
  }, 60_000);

  test('signs in again where the account has no password', async () => {
    const user = await aUser();
    await prisma.user.update({ where: { id: user.userId }, data: { passwordHash: null } });
    await signedInLongAgo(user.userId);
    const refused = await patch(user, { email: 'next@example.com' });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'reauthentication_required']);
    await prisma.session.updateMany({
      where: { userId: user.userId },
      data: { authenticatedAt: new Date() },
    });
    const taken = await patch(user, { email: 'next@example.com' });
    expect([taken.status, taken.body.data.doc.pendingEmail]).toEqual([200, 'next@example.com']);
  });
});

test('a new address takes effect when it is confirmed, and the old one until then', async () => {
  const user = await aUser();
  const next = `next-${user.email}`;
  const { body } = await patch(user, { email: next, password: user.password });
  expect(body.data.doc).toMatchObject({ email: user.email, pendingEmail: next });
  expect(await logIn(next, user.password)).toBe(401);
  expect(await reset(next, chosen)).toBe(400);
  const token = await tokenTo(next, 'email_change_link');
  expect(await confirmEmailChange(token, (await aUser()).userId)).toBe(false);
  expect(await confirmEmailChange(token, user.userId)).toBe(true);
  expect(await confirmEmailChange(token, user.userId)).toBe(false);
  expect(await logIn(next, user.password)).toBe(200);
  expect(await logIn(user.email, user.password)).toBe(401);
});

test('an address that another account takes in the meantime stays with that account', async () => {
  const user = await aUser();
  const wanted = `wanted-${user.email}`;
  await updateUser(now(user), { email: wanted, password: user.password }, ownProgram);
  const token = await tokenTo(wanted, 'email_change_link');
  const other = await aUser({ email: wanted.toUpperCase() });
  await expect(confirmEmailChange(token, user.userId)).rejects.toMatchObject({
    code: 'email_taken',
  });
  expect([await emailOf(user), await emailOf(other)]).toEqual([user.email, other.email]);
  const reply = await patch(user, { email: wanted, password: user.password });
  expect([reply.status, reply.body.error.code]).toEqual([409, 'email_taken']);
});

test('of two concurrent changes one is pending, and only its link is valid', async () => {
  const user = await aUser();
  const addresses = ['one', 'two', 'three'].map((name) => `${name}-${user.email}`);
  await Promise.all(
    addresses.map((email) => updateUser(now(user), { email, password: user.password }, ownProgram)),
  );
  const pending = { userId: user.userId, confirmedAt: null, endedAt: null };
  const [change, ...others] = await prisma.emailChange.findMany({ where: pending });
  expect(others).toEqual([]);
  for (const email of addresses) {
    const token = await linkTo(email, 'email_change_link');
    expect(token !== null).toBe(email === change?.newEmail);
  }
});

describe('the owner of the old address can undo the change for 72 hours', () => {
  test('before the new address is confirmed', async () => {
    const user = await aUser();
    const thief = `thief-${user.email}`;
    await updateUser(now(user), { email: thief, password: user.password }, ownProgram);
    const confirm = await tokenTo(thief, 'email_change_link');
    await undoEmailChange(await tokenTo(user.email, 'email_change_notice'), ownProgram);
    expect(await confirmEmailChange(confirm, user.userId)).toBe(false);
    expect(await emailOf(user)).toBe(user.email);
    expect(await logIn(user.email, user.password)).toBe(401);
    expect((await client(web.url, user).get('/users/profile')).status).toBe(401);
  });

  test('after it was confirmed, changed again, reset, linked to a provider, and given a key', async () => {
    const user = await aUser();
    const [second, third] = [`second-${user.email}`, `third-${user.email}`];
    const undo = await move(user, user.email, second);
    expect(await reset(second, chosen)).toBe(200);
    const thief = { ...user, password: chosen };
    const undoOfThief = await move(thief, second, third);
    const identity = { provider: 'google', providerUserId: 'thief', name: 'T' } as const;
    const google = () => signInWithProvider({ ...identity, email: third, emailVerified: true });
    expect(await google()).toBe(user.userId);
    const key = await createKey({ userId: user.userId, name: 'Of the thief' });
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
    expect(await prisma.credential.findUniqueOrThrow({ where: { id: key._id } })).toMatchObject({
      isActive: false,
      offReason: 'email_change_undone',
    });

    const body = { password: 'owner of purple otters', passwordConfirm: 'owner of purple otters' };
    const done = await rest.call('PATCH', `/users/resetPassword/${resetToken}`, { body });
    expect(done.status).toBe(200);
    expect(await logIn(user.email, body.password)).toBe(200);
    await expect(undoEmailChange(undo, ownProgram)).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  });

  test('although another user signs up with the old address, by form or provider', async () => {
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
    await expect(
      updateUser(now(other), { email: user.email, password: other.password }, ownProgram),
    ).rejects.toMatchObject(taken);
    await undoEmailChange(undo, ownProgram);
    expect(await emailOf(user)).toBe(user.email);
  });

  test('and no longer', async () => {
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
  await updateUser(now(user), { email: next, password: user.password }, ownProgram);
  expect(await prisma.email.count({ where: { email: user.email } })).toBe(0);
  expect(await confirmEmailChange(await tokenTo(next, 'email_change_link'), user.userId)).toBe(
    true,
  );
  expect(await prisma.email.count({ where: { email: user.email } })).toBe(0);
});

test('of a concurrent undo and confirmation, the undo wins', async () => {
  const user = await aUser();
  const next = `next-${user.email}`;
  await updateUser(now(user), { email: next, password: user.password }, ownProgram);
  const confirm = await tokenTo(next, 'email_change_link');
  const undo = await tokenTo(user.email, 'email_change_notice');
  await Promise.allSettled([
    undoEmailChange(undo, ownProgram),
    confirmEmailChange(confirm, user.userId),
  ]);
  expect(await emailOf(user)).toBe(user.email);
});

test('on pages the change is shown, sent again, cancelled, confirmed and undone', async () => {
  const user = await aUser();
  const visitor = await signedIn(web.url, user);
  const next = `next-${user.email}`;
  const fields = { intent: 'profile', name: 'Asha', email: next };
  const response = await visitor.post(account, fields);
  expect([response.status, joinText(response).includes('Please enter your password')]).toEqual([
    400,
    true,
  ]);
  const sent = await visitor.post(account, { ...fields, password: user.password });
  expect(sent).toMatchObject({ status: 302, location: account });
  const shown = await visitor.follow(sent);
  expect(shown.html).toContain(`We have emailed a link to ${next}.`);
  expect(joinText(shown)).toContain('We are waiting for you to confirm');

  const again = await visitor.post(account, { intent: 'resend-email-change' });
  expect((await visitor.follow(again)).html).toContain(`We have emailed a new link to ${next}.`);
  await visitor.post(account, { intent: 'cancel-email-change' });
  expect(joinText(await visitor.get(account))).not.toContain('We are waiting for you to confirm');
  expect(await linkTo(next, 'email_change_link')).toBeNull();

  await visitor.post(account, { ...fields, password: user.password });
  const token = await tokenTo(next, 'email_change_link');
  expect((await visitor.post(`/confirm-email/${token}`, {})).location).toBe('/dashboard');
  expect(await emailOf(user)).toBe(next);

  const owner = aVisitor(web.url);
  const undo = `/undo-email-change/${await tokenTo(user.email, 'email_change_notice')}`;
  expect(joinText(await owner.get(undo))).toContain('Undo the change');
  expect(await emailOf(user)).toBe(next);
  const undone = await owner.post(undo, {});
  expect(undone.location).toMatch(/^\/reset-password\/[\w-]{43}$/);
  expect((await owner.follow(undone)).html).toContain(`Your email address is ${user.email}.`);
  expect(await emailOf(user)).toBe(user.email);
  expect((await visitor.get('/dashboard')).status).toBe(302);
  const twice = await owner.post(undo, {});
  expect([
    twice.status,
    joinText(twice).includes('This link has expired or was already used.'),
  ]).toEqual([400, true]);
});
