import { beforeEach, expect, test } from 'vitest';
import { renderAccountEmail } from '#domain/identity/accounts/account-emails.ts';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import { purgeUnusedDevices } from '#domain/identity/accounts/record-device.ts';
import { resetPassword } from '#domain/identity/accounts/reset-password.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser, ownProgram, type User } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aVisitor, type Visitor } from '../support/visitor.ts';

const web = await sharedWeb();
beforeEach(flushRedis);

const signIn = (visitor: Visitor, { email, password }: Pick<User, 'email' | 'password'>) =>
  visitor.post('/login', { email, password });

const emailsTo = ({ email }: Pick<User, 'email'>) =>
  prisma.email.findMany({ where: { email, kind: 'new_sign_in' }, orderBy: { id: 'asc' } });

test('the owner gets an email about a sign-in from a new browser, and no email about a known browser', async () => {
  const user = await aUser();
  const [first, second] = [aVisitor(web.url), aVisitor(web.url)];
  await signIn(first, user);
  expect(await emailsTo(user)).toEqual([]);
  await signIn(second, user);
  expect(await emailsTo(user)).toHaveLength(1);
  for (const visitor of [first, second]) {
    await visitor.post('/logout', {});
    expect((await signIn(visitor, user)).location).toBe('/dashboard');
  }
  expect(await emailsTo(user)).toHaveLength(1);
});

test('the email names the device and the time, and links to the form for a new password', async () => {
  const user = await aUser({ name: 'Asha Rao' });
  await signIn(aVisitor(web.url), user);
  const headers = {
    origin: web.url,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  };
  const { email, password } = user;
  await aVisitor(web.url).post('/login', { email, password }, headers);
  const [queuedEmail] = await emailsTo(user);
  const rendered = queuedEmail && (await renderAccountEmail('new_sign_in', queuedEmail));
  expect(rendered).toMatchObject({ to: email, content: { name: 'Asha Rao' } });
  expect(rendered?.content.paragraphs[0]).toMatch(/\(India time\).*: Firefox on Linux\.$/);
  expect(rendered?.content.action?.href).toMatch(/\/forget-password$/);
});

test('the email contains a program’s user agent only if the user agent looks like a program’s name', async () => {
  const user = await aUser();
  const { email, password } = user;
  for (const name of ['curl/8.5.0', 'curl/9', 'evil.example/1', 'http://evil.example']) {
    const headers = { 'user-agent': name };
    const body = { email, password };
    expect((await client(web.url, null).post('/users/login', body, headers)).status).toBe(200);
  }
  const names = await prisma.knownDevice.findMany({ where: { userId: user.userId } });
  expect(names.map(({ name }) => name).sort()).toEqual(['Unknown device', 'curl']);
});

test('an account gets at most five emails about new devices a day, and has at most fifty known devices', async () => {
  const user = await aUser();
  for (let i = 0; i < 8; i++) {
    await flushRedis();
    await signIn(aVisitor(web.url), user);
  }
  expect((await emailsTo(user)).length).toBeLessThanOrEqual(5);
  const { userId } = user;
  await prisma.knownDevice.createMany({
    data: Array.from({ length: 60 }, (_, i) => ({
      ...{ id: `dev_${userId}_${i}`, userId, name: 'Old', keyHash: Buffer.from(`${userId}${i}`) },
      ...{ createdAt: new Date(0), lastUsedAt: new Date(i) },
    })),
  });
  await signIn(aVisitor(web.url), user);
  expect(await prisma.knownDevice.count({ where: { userId } })).toBe(50);
});

test('an unconfirmed address gets no email', async () => {
  const user = await aUser({ confirmed: false });
  for (const _ of [1, 2]) await signIn(aVisitor(web.url), user);
  expect(await emailsTo(user)).toEqual([]);
});

test('a password reset deletes the known devices; without a reset, each device is deleted when it expires', async () => {
  const user = await aUser();
  await signIn(aVisitor(web.url), user);
  await resetPassword(
    await issueMailedToken('reset_password', user.userId, user.email),
    'marble kettle',
    ownProgram,
  );
  expect(await prisma.knownDevice.count({ where: { userId: user.userId } })).toBe(0);
  await signIn(aVisitor(web.url), { ...user, password: 'marble kettle' });
  expect(await emailsTo(user)).toEqual([]);
  const where = { userId: user.userId };
  await prisma.knownDevice.updateMany({ where, data: { lastUsedAt: new Date(0) } });
  expect(await purgeUnusedDevices()).toBeGreaterThan(0);
  expect(await prisma.knownDevice.count({ where })).toBe(0);
});
