import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { confirmEmailChange } from '#domain/identity/accounts/email-change.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis, forgetLoginDelays } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser, type User } from '../support/account.ts';
import { client } from '../support/client.ts';
import {
  anAddressHolder,
  emailOf,
  linkTo,
  requestEmailChange,
  tokenTo,
} from '../support/email-change.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { joinText, signedIn } from '../support/signed-in.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const { logIn, reset } = anAddressHolder(web.url);
const account = paths.dashboard('account');
const chosen = 'seventeen purple otters';

beforeEach(flushRedis);

const patch = (user: User, body: Record<string, unknown>) =>
  client(web.url, user).call('PATCH', `/users/updateUser?id=${user.userId}`, { body });

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

  test('can try only a limited number of wrong passwords', async () => {
    const victim = await aUser();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      await forgetLoginDelays();
      const { status } = await patch(victim, { email: 'thief@example.com', password: `no ${i}` });
      statuses.push(status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('must log in again if the account has no password', async () => {
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

test('a new address takes effect when it is confirmed; until then the old address is used', async () => {
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

test('an address that another account takes before the confirmation stays with that account', async () => {
  const user = await aUser();
  const wanted = `wanted-${user.email}`;
  await requestEmailChange(user, wanted);
  const token = await tokenTo(wanted, 'email_change_link');
  const other = await aUser({ email: wanted.toUpperCase() });
  await expect(confirmEmailChange(token, user.userId)).rejects.toMatchObject({
    code: 'email_taken',
  });
  expect([await emailOf(user), await emailOf(other)]).toEqual([user.email, other.email]);
  const reply = await patch(user, { email: wanted, password: user.password });
  expect([reply.status, reply.body.error.code]).toEqual([409, 'email_taken']);
});

test('of two concurrent address changes one is pending, and only the link of that change is valid', async () => {
  const user = await aUser();
  const addresses = ['one', 'two', 'three'].map((name) => `${name}-${user.email}`);
  await Promise.all(addresses.map((email) => requestEmailChange(user, email)));
  const pending = { userId: user.userId, confirmedAt: null, endedAt: null };
  const [change, ...others] = await prisma.emailChange.findMany({ where: pending });
  expect(others).toEqual([]);
  for (const email of addresses) {
    const token = await linkTo(email, 'email_change_link');
    expect(token !== null).toBe(email === change?.newEmail);
  }
});

test('the account pages show a pending address change, can send its link again, and can cancel, confirm or undo the change', async () => {
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
  expect(joinText(shown)).toContain('open the link that we emailed to this address');

  const again = await visitor.post(account, { intent: 'resend-email-change' });
  expect((await visitor.follow(again)).html).toContain(`We have emailed a new link to ${next}.`);
  await visitor.post(account, { intent: 'cancel-email-change' });
  expect(joinText(await visitor.get(account))).not.toContain(
    'open the link that we emailed to this address',
  );
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
