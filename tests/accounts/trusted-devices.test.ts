import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import { auditFilter, listAccountEvents } from '#domain/audit/list-events.ts';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import { changePassword } from '#domain/identity/accounts/change-password.ts';
import { resetPassword } from '#domain/identity/accounts/reset-password.ts';
import { turnOffTotp } from '#domain/identity/factors/manage-factors.ts';
import { createRecoveryCodes } from '#domain/identity/factors/recovery-codes.ts';
import { carryOutFactorResets, resetFactors } from '#domain/identity/factors/reset-factors.ts';
import { purgeTrustedDevices } from '#domain/identity/factors/trusted-devices.ts';
import { grantOperator } from '#domain/identity/operators/manage-operators.ts';
import { createSession, findSession } from '#domain/identity/sessions/create-session.ts';
import { signOutEverywhere } from '#domain/identity/sessions/manage-sessions.ts';
import { suspendAccount } from '#domain/messaging/suspensions/suspend-account.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { asProgram, aUser, ownProgram, type User } from '../support/account.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { type App, anApp } from '../support/factors.ts';
import { sendForm } from '../support/send-form.ts';
import { joinText } from '../support/signed-in.ts';
import { aVisitor, type Visitor } from '../support/visitor.ts';

const web = await sharedWeb();

beforeEach(async () => {
  vi.restoreAllMocks();
  vi.spyOn(clock, 'wait').mockResolvedValue();
  await flushRedis();
});

const box = 'Do not ask on this device for 30 days';

/** Enters the password, after logging out. @returns where it leads */
async function enterPassword(visitor: Visitor, { email, password }: User): Promise<string> {
  if (visitor.jar.has('sid')) await visitor.post('/logout', {});
  return (await sendForm(visitor, '/login', 'Login', { email, password })).location ?? '';
}

const needsCode = async (visitor: Visitor, user: User) =>
  (await enterPassword(visitor, user)).startsWith('/login/factor');

/** Signs in with password and code, and trusts the browser. */
async function trust(visitor: Visitor, user: User, code: string): Promise<void> {
  const page = await enterPassword(visitor, user);
  const done = await sendForm(visitor, page, 'Continue', { code, trust: 'on' });
  expect(done.location).toBe('/dashboard');
}

/** A user with an authenticator app, and a browser that the user trusts. */
async function withTrust(): Promise<{ user: User; app: App; visitor: Visitor }> {
  const user = await aUser();
  const app = await anApp(user.userId);
  const visitor = aVisitor(web.url);
  await trust(visitor, user, await app.code());
  return { user, app, visitor };
}

const devicesOf = ({ userId }: User) => prisma.trustedDevice.findMany({ where: { userId } });

const eventsOf = async ({ userId }: User) =>
  (await listAccountEvents(userId, auditFilter.parse({}), 20)).entries;

/** The session that began last. */
const lastSession = ({ userId }: User) =>
  prisma.session.findFirstOrThrow({ where: { userId, kind: 'browser' }, orderBy: { id: 'desc' } });

/** A recent session of a user, for verbs that need one. */
async function recently({ userId }: User) {
  const signedIn = await findSession(await createSession(userId, asProgram), 'program');
  if (!signedIn) throw new Error('a new session is found');
  return signedIn;
}

test('a trusted browser signs in with the password alone, even after a logout', async () => {
  const { user, visitor } = await withTrust();
  expect(await enterPassword(visitor, user)).toBe('/dashboard');
  expect((await lastSession(user)).factors).toEqual(['password', 'trusted_device']);
  const [device] = await devicesOf(user);
  expect(device?.lastUsedAt).toBeInstanceOf(Date);
  expect(await needsCode(aVisitor(web.url), user)).toBe(true);
});

test('the owner gets an email about a trusted browser, and the audit trail records the trust and each sign-in that uses the trust', async () => {
  const { user, visitor } = await withTrust();
  await enterPassword(visitor, user);
  const where = { email: user.email, about: 'device_trusted' };
  const mail = await prisma.email.findFirstOrThrow({ where });
  const rendered = await renderQueuedEmail('factors_changed', mail);
  expect(rendered?.subject).toContain('no longer needs the second factor');
  expect(rendered?.text.replace(/\s+/g, ' ')).toContain('sign in without it for 30 days');
  const events = await eventsOf(user);
  expect(events.map(({ action }) => action)).toContain('factor.device_trusted');
  const signIns = events.filter(({ action }) => action === 'session.create');
  expect(JSON.stringify(signIns)).toContain('trusted_device');
});

test('if the box is not ticked, the browser is not trusted', async () => {
  const user = await aUser();
  const app = await anApp(user.userId);
  const visitor = aVisitor(web.url);
  const page = await enterPassword(visitor, user);
  expect((await visitor.get(page)).html).toContain(box);
  await sendForm(visitor, page, 'Continue', { code: await app.code() });
  expect(visitor.jar.has('trusted')).toBe(false);
  expect(await devicesOf(user)).toEqual([]);
});

test('after a wrong code, the browser is not trusted', async () => {
  const user = await aUser();
  await anApp(user.userId);
  const visitor = aVisitor(web.url);
  const page = await enterPassword(visitor, user);
  await sendForm(visitor, page, 'Continue', { code: '000', trust: 'on' });
  expect(visitor.jar.has('trusted')).toBe(false);
  expect(await devicesOf(user)).toEqual([]);
});

test('the database has only a hash of the secret', async () => {
  const { user, visitor } = await withTrust();
  const cookie = decodeURIComponent(visitor.jar.get('trusted')?.value ?? '');
  const secret = JSON.parse(Buffer.from(cookie, 'base64').toString());
  expect(secret).toMatch(/^[\w-]{43}$/);
  const [device] = await devicesOf(user);
  expect(JSON.stringify(device)).not.toContain(secret);
  expect(visitor.jar.get('trusted')?.attributes).toContain('HttpOnly');
  expect(visitor.jar.get('trusted')?.attributes).toContain('Max-Age=2592000');
});

test('a sign-in by a trusted browser is not recent: a sensitive action asks for password and code', async () => {
  const { user, app, visitor } = await withTrust();
  await enterPassword(visitor, user);
  const asked = await sendForm(visitor, paths.factors, 'Create new codes');
  expect(asked.status).toBe(403);
  expect(joinText(asked)).toContain('Enter your password and a code to continue.');
  const page = { path: paths.factors, html: asked.html };
  const confirmPassword = user.password;
  const alone = await sendForm(visitor, page, 'Continue', { confirmPassword, confirmCode: '1' });
  expect(alone.status).toBe(401);
  const confirmCode = await app.code();
  const done = await sendForm(visitor, page, 'Continue', { confirmPassword, confirmCode });
  expect(done.html).toMatch(/(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}/);
});

test('the cookie of one account is not accepted for another account', async () => {
  const { visitor } = await withTrust();
  const other = await withTrust();
  const cookie = visitor.jar.get('trusted');
  if (!cookie) throw new Error('the browser is trusted');
  const browser = aVisitor(web.url);
  browser.jar.set('trusted', cookie);
  expect(await needsCode(browser, other.user)).toBe(true);
  // The cookie is not accepted even if the row is moved to the other account, because the hash includes the account.
  await prisma.trustedDevice.updateMany({ data: { userId: other.user.userId } });
  expect(await needsCode(browser, other.user)).toBe(true);
});

test.each(['', 'x', 'A'.repeat(43), '"\\u0000"'])(
  'the forged cookie %j is not accepted',
  async (value) => {
    const { user } = await withTrust();
    const browser = aVisitor(web.url);
    const encoded = Buffer.from(JSON.stringify(value)).toString('base64');
    browser.jar.set('trusted', { value: encodeURIComponent(encoded), attributes: '' });
    expect(await needsCode(browser, user)).toBe(true);
  },
);

test('the trust in a browser ends after 30 days, and signing in does not extend it', async () => {
  const { user, visitor } = await withTrust();
  const [device] = await devicesOf(user);
  const days = (device?.expiresAt.getTime() ?? 0) - (device?.createdAt.getTime() ?? 0);
  expect(days / (24 * 3_600_000)).toBe(30);
  await enterPassword(visitor, user);
  expect((await devicesOf(user))[0]?.expiresAt).toEqual(device?.expiresAt);
  await prisma.trustedDevice.updateMany({
    where: { userId: user.userId },
    data: { expiresAt: new Date(Date.now() - 1_000) },
  });
  expect(await needsCode(visitor, user)).toBe(true);
  await purgeTrustedDevices();
  expect(await devicesOf(user)).toEqual([]);
});

test('without JavaScript the owner can end the trust in one browser or in all browsers', async () => {
  const { user, app, visitor } = await withTrust();
  const [first] = await devicesOf(user);
  const other = aVisitor(web.url);
  await trust(other, user, await app.code());
  const listed = await visitor.get(paths.factors);
  expect(joinText(listed)).toContain('Trusted devices');
  const page = { path: paths.factors, html: listed.html };
  const removed = await sendForm(visitor, page, 'Remove', { id: first?.id ?? '' });
  expect(removed.location).toBe(paths.factors);
  expect(await needsCode(visitor, user)).toBe(true);
  expect(await enterPassword(other, user)).toBe('/dashboard');
  await sendForm(other, paths.factors, 'Remove all');
  expect(await devicesOf(user)).toEqual([]);
  expect(await needsCode(other, user)).toBe(true);
  const events = await eventsOf(user);
  const removals = events.filter(({ action }) => action === 'factor.device_untrusted');
  expect(removals).toHaveLength(2);
});

test('an owner cannot remove the trusted browser of another account', async () => {
  const { user } = await withTrust();
  const thief = await withTrust();
  const [device] = await devicesOf(user);
  const sent = { intent: 'forget-device', id: device?.id ?? '' };
  const page = await thief.visitor.follow(await thief.visitor.post(paths.factors, sent));
  expect(page.html).not.toContain('Device removed');
  expect(await devicesOf(user)).toHaveLength(1);
});

const reason = 'Video call, invoice number named';

/** The actions that end the trust in all browsers of an account. */
const ends: Record<string, (user: User) => Promise<unknown>> = {
  'a new password': async (user) =>
    changePassword(
      await recently(user),
      { current: user.password, next: 'seventeen purple otters' },
      ownProgram,
    ),
  'a reset password': async ({ userId, email }) =>
    resetPassword(
      await issueMailedToken('reset_password', userId, email),
      'seventeen purple otters',
      ownProgram,
    ),
  'logging out everywhere': ({ userId }) => signOutEverywhere(userId),
  'removing a factor': async (user) => turnOffTotp(await recently(user)),
  'a reset of the factors': async ({ userId }) => {
    await transaction((tx) => resetFactors(userId, { by: 'usr_support', reason }, tx));
    await prisma.factorReset.updateMany({ where: { userId }, data: { dueAt: new Date(0) } });
    await carryOutFactorResets();
  },
  'a suspension of the account': ({ userId }) =>
    suspendAccount(
      userId,
      { reason, notice: 'Your messages were reported as spam.' },
      { kind: 'system', id: 'test' },
    ),
  'becoming an operator': ({ email }) => grantOperator(email, 'support'),
};

test.each(Object.keys(ends))('%s ends the trust in all browsers', async (name) => {
  const { user } = await withTrust();
  await ends[name]?.(user);
  expect(await devicesOf(user)).toEqual([]);
});

test('adding a factor ends the trust in all browsers', async () => {
  const user = await aUser();
  const { userId } = user;
  await prisma.passkey.create({
    data: {
      ...{
        id: newId('pky'),
        userId,
        credentialId: Buffer.from(userId),
        publicKey: Buffer.from('k'),
      },
      ...{ counter: 0, transports: [], isSynced: true, isBackedUp: true },
      ...{ aaguid: '', name: 'Phone', createdAt: new Date() },
    },
  });
  const [code = ''] = await transaction((tx) => createRecoveryCodes(userId, tx));
  const visitor = aVisitor(web.url);
  await trust(visitor, user, code);
  expect(await enterPassword(visitor, user)).toBe('/dashboard');
  await anApp(userId);
  expect(await needsCode(visitor, user)).toBe(true);
});

test('no browser of an operator is trusted', async () => {
  const user = await aUser();
  const app = await anApp(user.userId);
  await grantOperator(user.email, 'owner');
  const visitor = aVisitor(web.url);
  const page = await enterPassword(visitor, user);
  expect((await visitor.get(page)).html).not.toContain(box);
  await visitor.post(page, { code: await app.code(), trust: 'on' });
  expect((await visitor.get('/dashboard')).status).toBe(200);
  expect(visitor.jar.has('trusted')).toBe(false);
  expect(await devicesOf(user)).toEqual([]);
});

test('a trusted browser of a user whose role was granted by SQL still needs the code', async () => {
  const { user, visitor } = await withTrust();
  await prisma.operator.create({
    data: { userId: user.userId, role: 'owner', grantedAt: new Date() },
  });
  expect(await needsCode(visitor, user)).toBe(true);
});

test('a session that began in a trusted browser does not open the console', async () => {
  const { user, visitor } = await withTrust();
  await enterPassword(visitor, user);
  await prisma.operator.create({
    data: { userId: user.userId, role: 'owner', grantedAt: new Date() },
  });
  const console = await visitor.get(paths.operator('now'));
  expect(console.status).toBe(403);
  expect(console.html).toContain('Sign in with your second factor');
});

test('a user has at most 20 trusted browsers: trusting a further browser ends the trust in the oldest', async () => {
  const { user, app } = await withTrust();
  const [oldest] = await devicesOf(user);
  if (!oldest) throw new Error('the browser is trusted');
  await prisma.trustedDevice.createMany({
    data: Array.from({ length: 19 }, (_, i) => ({
      ...{ ...oldest, id: newId('trd'), secretHash: Buffer.from(`${oldest.id}${i}`) },
    })),
  });
  await trust(aVisitor(web.url), user, await app.code());
  const ids = (await devicesOf(user)).map(({ id }) => id);
  expect(ids).toHaveLength(20);
  expect(ids).not.toContain(oldest.id);
});
