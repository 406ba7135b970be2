import { beforeEach, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import { verifyPassword } from '#domain/identity/accounts/hash-password.ts';
import { resetPassword } from '#domain/identity/accounts/reset-password.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { listKeys } from '#domain/identity/api-keys/user-keys.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { ownProgram } from '../support/account.ts';
import { client } from '../support/client.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { aHook } from '../support/hooks.ts';
import { aMember } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { joinText, signedIn } from '../support/signed-in.ts';
import { anEndpoint } from '../support/webhooks.ts';

const web = await sharedWeb();
const account = paths.dashboard('account');
const next = 'seventeen purple otters';

beforeEach(flushRedis);

const form = (fields: Record<string, string>) => ({
  intent: 'password',
  password: next,
  passwordConfirm: next,
  ...fields,
});

async function hasPassword(userId: string, password: string) {
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return verifyPassword(password, user.passwordHash);
}

const emailsTo = (email: string) =>
  prisma.email.findMany({ where: { email, kind: 'password_changed' } });

test('a new password ends every other session, invalidates reset links and sends an email', async () => {
  const { user, userId, visitor } = await aMember(web.url);
  const other = await signedIn(web.url, user);
  await issueMailedToken('reset_password', userId, user.email);
  await signedInLongAgo(userId);
  const sent = await visitor.post(account, form({ currentPassword: user.password }));
  expect(sent).toMatchObject({ status: 302, location: account });
  expect((await visitor.follow(sent)).html).toContain('Password changed');
  expect(await hasPassword(userId, next)).toBe(true);
  expect((await other.get('/dashboard')).status).toBe(302);
  expect((await client(web.url, user).get('/users/profile')).status).toBe(401);
  expect(await prisma.accountToken.count({ where: { userId } })).toBe(0);
  expect(await emailsTo(user.email)).toHaveLength(1);
});

test.each([
  ['a wrong current password', { currentPassword: 'wrong one' }, 'The password is not correct.'],
  ['no current password', {}, 'The password is not correct.'],
  [
    'two different new ones',
    { currentPassword: 'correct horse', passwordConfirm: 'other otters' },
    'Passwords do not match',
  ],
  [
    'a short one',
    { currentPassword: 'correct horse', password: '12345', passwordConfirm: '12345' },
    'Please use at least 6 characters.',
  ],
])('%s changes nothing', async (_, fields, sentence) => {
  const { user, userId, visitor } = await aMember(web.url);
  const page = await visitor.post(account, form(fields));
  expect([page.status, joinText(page).includes(sentence)]).toEqual([400, true]);
  expect(page.html).not.toContain(next);
  expect(await hasPassword(userId, user.password)).toBe(true);
  expect(await emailsTo(user.email)).toEqual([]);
});

test('of two concurrent password changes only one succeeds', async () => {
  const { user, userId, visitor } = await aMember(web.url);
  const sent = await Promise.all(
    ['first otter swims', 'second otter swims'].map((password) =>
      visitor.post(
        account,
        form({ currentPassword: user.password, password, passwordConfirm: password }),
      ),
    ),
  );
  expect(sent.filter(({ status }) => status === 302)).toHaveLength(1);
  expect(await hasPassword(userId, user.password)).toBe(false);
  expect(await emailsTo(user.email)).toHaveLength(1);
});

test('setting a first password needs a recent sign-in, and changing a password needs the current password', async () => {
  const { user, userId, visitor } = await aMember(web.url);
  await prisma.user.update({ where: { id: userId }, data: { passwordHash: null } });
  expect(joinText(await visitor.get(account))).toContain('Set a password');
  await signedInLongAgo(userId);
  const response = await visitor.post(account, form({}));
  expect(response.status).toBe(403);
  expect(response.html).not.toContain(next);
  await prisma.session.updateMany({ where: { userId }, data: { authenticatedAt: new Date() } });
  expect((await visitor.post(account, form({}))).status).toBe(302);
  expect(await hasPassword(userId, next)).toBe(true);
  expect(await emailsTo(user.email)).toHaveLength(1);
  expect(joinText(await visitor.get(account))).toContain('Current password');
});

test('a password reset of an unconfirmed account turns off its keys, says so, and lets the owner turn on each key again', async () => {
  const { user, userId, visitor } = await aMember(web.url, { confirmed: false });
  for (const name of ['Shop', 'Stock']) await createKey({ userId, name });
  const off = await createKey({ userId, name: 'Old' });
  await prisma.credential.update({ where: { id: off._id }, data: { isActive: false } });
  const token = await issueMailedToken('reset_password', userId, user.email);
  const fields = { password: next, passwordConfirm: next };
  const page = await visitor.post(`/reset-password/${token}`, fields);
  expect(joinText(page)).toContain('We deactivated your 2 API keys, because the email address');
  // The page does not redirect by itself, so that the user has time to read it.
  expect(page.html).not.toContain('http-equiv="refresh"');

  const [queuedEmail] = await emailsTo(user.email);
  const rendered = queuedEmail && (await renderQueuedEmail('password_changed', queuedEmail));
  expect(rendered?.text).toContain('We turned off 2 API keys, because the email address');
  expect(rendered?.text).not.toContain('you need not do anything');

  const again = await signedIn(web.url, user);
  const tab = paths.dashboard('manage-api');
  expect(joinText(await again.get(tab)).match(/Inactive/g)).toHaveLength(3);
  const [shop] = await listKeys(userId);
  const explains = async () =>
    joinText(await again.get(paths.key(shop?._id ?? ''))).includes(
      'We deactivated this key when the password was reset',
    );
  expect(await explains()).toBe(true);
  const turnOn = { intent: 'turn-on', key: shop?._id ?? '' };
  await signedInLongAgo(userId);
  expect((await again.post(tab, turnOn)).status).toBe(403);
  const done = await again.post(tab, { ...turnOn, confirmPassword: next });
  expect((await again.follow(done)).html).toContain('API updated successfully');
  expect(await explains()).toBe(false);
  expect(await listKeys(userId)).toMatchObject([
    { isActive: true, offReason: null },
    { isActive: false, offReason: 'password_reset' },
    { isActive: false, offReason: null },
  ]);
});

test.each([
  {
    what: 'a webhook endpoint',
    add: (userId: string) => anEndpoint(userId, 'https://hooks.example/'),
    said: 'We turned off your webhook endpoint',
  },
  {
    what: 'a hook',
    add: (userId: string) => aHook(web.url, userId, 'generic', { sendAs: 'text' }),
    said: 'We turned off your hook,',
  },
])(
  'a password reset of an unconfirmed account turns off $what, and says so on the page and in the email',
  async ({ add, said }) => {
    const { user, userId, visitor } = await aMember(web.url, { confirmed: false });
    await prisma.credential.deleteMany({ where: { userId } });
    await add(userId);
    const token = await issueMailedToken('reset_password', userId, user.email);
    const fields = { password: next, passwordConfirm: next };
    const page = await visitor.post(`/reset-password/${token}`, fields);
    expect(joinText(page)).toContain(said);
    expect(joinText(page)).not.toContain('API key');
    expect(page.html).not.toContain('http-equiv="refresh"');
    const [queuedEmail] = await emailsTo(user.email);
    const rendered = queuedEmail && (await renderQueuedEmail('password_changed', queuedEmail));
    expect(rendered?.text.replace(/\s+/g, ' ')).toContain(
      'Any webhook endpoints and hooks are off, and any notifications by SMS and Slack are disconnected',
    );
    expect(rendered?.text).not.toContain('you need not do anything');
    expect(rendered?.text).not.toContain('API key');
  },
);

test('the email about a later reset does not count keys that an earlier reset turned off', async () => {
  const { user, userId } = await aMember(web.url, { confirmed: false });
  await createKey({ userId, name: 'Shop' });
  for (const password of [next, 'eighteen purple otters']) {
    await resetPassword(
      await issueMailedToken('reset_password', userId, user.email),
      password,
      ownProgram,
    );
  }
  expect(await listKeys(userId)).toMatchObject([{ isActive: false, offReason: 'password_reset' }]);
  const texts = await Promise.all(
    (await emailsTo(user.email)).map((queued) => renderQueuedEmail('password_changed', queued)),
  );
  const said = texts.map((rendered) => rendered?.text.includes('We turned off one API key'));
  expect(said.toSorted()).toEqual([false, true]);
});
