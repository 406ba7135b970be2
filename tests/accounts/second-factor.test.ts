import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import { resetPassword } from '#domain/identity/accounts/reset-password.ts';
import { redeemTotp } from '#domain/identity/factors/totp.ts';
import {
  hasSecondFactor,
  verifyFactorCode,
  wrongCodeCeiling,
} from '#domain/identity/factors/verify-code.ts';
import { revokeAllSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser, ownProgram, type User } from '../support/account.ts';
import { client } from '../support/client.ts';
import { anApp, codeOf } from '../support/factors.ts';
import { aMember } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { sendForm } from '../support/send-form.ts';
import { joinText } from '../support/signed-in.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();

beforeEach(async () => {
  vi.restoreAllMocks();
  vi.spyOn(clock, 'wait').mockResolvedValue();
  await flushRedis();
});

/** A browser in which the user has entered the password. */
async function withPassword({ email, password }: User, search = '') {
  const visitor = aVisitor(web.url);
  const answer = await sendForm(visitor, `/login${search}`, 'Login', { email, password });
  return { visitor, answer };
}

const mailsTo = async (email: string) =>
  (await prisma.email.findMany({ where: { email, kind: 'factors_changed' } })).map(
    ({ about }) => about,
  );

test('a user sets up an app without JavaScript, and sees the recovery codes only once', async () => {
  const { visitor, user } = await aMember(web.url);
  const start = await sendForm(visitor, paths.factors, 'Set up an app');
  const secret = />([A-Z2-7]{4}(?: [A-Z2-7]{4}){7})</.exec(start.html)?.[1]?.replaceAll(' ', '');
  expect(secret).toHaveLength(32);
  expect(start.html).toMatch(/<path d="M4 4h7v1H4z/);
  const page = { path: paths.factors, html: start.html };
  const wrong = await sendForm(visitor, page, 'Turn on', { code: '000000' });
  expect(wrong.status).toBe(400);
  expect(joinText(wrong)).toContain('This code is not correct.');
  const again = { path: paths.factors, html: wrong.html };
  const before = visitor.jar.get('sid')?.value;
  const done = await sendForm(visitor, again, 'Turn on', { code: await codeOf(secret ?? '') });
  expect(done.status).toBe(200);
  const codes = done.html.match(/(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}/g) ?? [];
  expect(new Set(codes).size).toBe(10);
  expect(visitor.jar.get('sid')?.value).not.toBe(before);
  expect(await hasSecondFactor(user.userId)).toBe(true);
  const later = await visitor.get(paths.factors);
  expect(later.html).not.toContain(codes[0]);
  expect(joinText(later)).toContain('You have 10 unused recovery codes.');
  expect(await mailsTo(user.email)).toEqual(['totp_on']);
});

test('the password alone opens no page of an account with a second factor', async () => {
  const user = await aUser();
  await anApp(user.userId);
  const { visitor, answer } = await withPassword(user);
  expect(answer.location).toBe('/login/factor?to=%2Fdashboard');
  expect([...visitor.jar.keys()]).not.toContain('sid');
  for (const path of ['/dashboard', '/dashboard/settings', paths.factors]) {
    expect((await visitor.get(path)).location).toMatch(/^\/login/);
  }
  const pending = visitor.jar.get('pending')?.value ?? '';
  visitor.jar.set('sid', { value: pending, attributes: '' });
  expect((await visitor.get('/dashboard')).location).toMatch(/^\/login/);
  const token = JSON.parse(Buffer.from(decodeURIComponent(pending), 'base64').toString());
  expect((await client(web.url, { token }).get('/users/profile')).status).toBe(401);
});

test('a password reset leaves the second factor on, and the new password alone opens no page', async () => {
  const user = await aUser();
  const app = await anApp(user.userId);
  const token = await issueMailedToken('reset_password', user.userId, user.email);
  const password = 'seventeen purple otters';
  await resetPassword(token, password, ownProgram);
  expect(await hasSecondFactor(user.userId)).toBe(true);
  const { visitor, answer } = await withPassword({ ...user, password });
  expect(answer.location).toBe('/login/factor?to=%2Fdashboard');
  expect((await visitor.get('/dashboard')).location).toMatch(/^\/login/);
  await sendForm(visitor, answer.location ?? '', 'Continue', { code: await app.code() });
  expect((await visitor.get('/dashboard')).status).toBe(200);
});

test('a code of the app completes a sign-in only once', async () => {
  const user = await aUser();
  const app = await anApp(user.userId);
  const { visitor, answer } = await withPassword(user, '?to=/dashboard/keys');
  const code = await app.code();
  const page = answer.location ?? '';
  const done = await sendForm(visitor, page, 'Continue', { code });
  expect(done.location).toBe('/dashboard/keys');
  expect((await visitor.get('/dashboard/keys')).status).toBe(200);
  const session = await prisma.session.findFirst({
    where: { userId: user.userId, kind: 'browser' },
  });
  expect(session?.factors).toEqual(['password', 'totp']);
  const second = await withPassword(user);
  const replayed = await sendForm(second.visitor, second.answer.location ?? '', 'Continue', {
    code,
  });
  expect(replayed.status).toBe(401);
  expect(joinText(replayed)).toContain('was used before');
});

test('of parallel sign-ins with the same code, only one succeeds', async () => {
  const { userId } = await aUser();
  const app = await anApp(userId);
  const code = await app.code();
  const results = await Promise.all(Array.from({ length: 8 }, () => redeemTotp(userId, code)));
  expect(results.filter(Boolean)).toHaveLength(1);
});

test('only codes of the current and the neighbouring time steps are accepted', async () => {
  const { userId } = await aUser();
  const { secret } = await anApp(userId);
  await prisma.totpFactor.updateMany({ where: { userId }, data: { lastStep: 0 } });
  expect(await redeemTotp(userId, await codeOf(secret, -3))).toBe(false);
  expect(await redeemTotp(userId, await codeOf(secret, 3))).toBe(false);
  expect(await redeemTotp(userId, await codeOf(secret, 1))).toBe(true);
  expect(await redeemTotp(userId, await codeOf(secret))).toBe(false);
});

test('a recovery code signs in only once, in any spelling, and the owner gets an email about it', async () => {
  const user = await aUser();
  const app = await anApp(user.userId);
  const [code = ''] = app.recoveryCodes;
  const { visitor, answer } = await withPassword(user);
  const typed = code.toLowerCase().replaceAll('-', ' ');
  const done = await sendForm(visitor, answer.location ?? '', 'Continue', { code: typed });
  expect(done.location).toBe('/dashboard');
  expect(await mailsTo(user.email)).toEqual(['totp_on', 'recovery_code_used']);
  const second = await withPassword(user);
  const refused = await sendForm(second.visitor, second.answer.location ?? '', 'Continue', {
    code,
  });
  expect(refused.status).toBe(401);
});

test('signing out everywhere ends pending sign-ins too', async () => {
  const user = await aUser();
  const app = await anApp(user.userId);
  const { visitor } = await withPassword(user);
  await revokeAllSessions(user.userId);
  const late = await visitor.post('/login/factor', { code: await app.code() });
  expect(late.location).toBe('/login');
});

test('a pending sign-in ends after ten minutes', async () => {
  const user = await aUser();
  const app = await anApp(user.userId);
  const { visitor, answer } = await withPassword(user);
  await prisma.pendingSignIn.updateMany({
    where: { userId: user.userId },
    data: { expiresAt: new Date(Date.now() - 1_000) },
  });
  expect((await visitor.get(answer.location ?? '')).location).toMatch(/^\/login/);
  const late = await visitor.post('/login/factor', { code: await app.code() });
  expect(late.location).toBe('/login');
});

test('the API asks a program for the second factor', async () => {
  const user = await aUser();
  const app = await anApp(user.userId);
  const { email, password } = user;
  const post = (body: object) => client(web.url, null).post('/users/login', body);
  const without = await post({ email, password });
  expect([without.status, without.body.error.code]).toEqual([401, 'second_factor_required']);
  expect(without.body.error.param).toBe('secondFactor');
  const wrong = await post({ email, password, secondFactor: '123' });
  expect(wrong.body.error.code).toBe('second_factor_incorrect');
  const blind = await post({ email, password: 'wrong', secondFactor: await app.code() });
  expect(blind.body.error.code).toBe('invalid_credentials');
  const right = await post({ email, password, secondFactor: await app.code() });
  expect(right.status).toBe(200);
  const session = client(web.url, { token: right.body.token });
  expect((await session.get('/users/profile')).status).toBe(200);
});

test('15 minutes after the sign-in, a sensitive action asks for password and code, and entering them renews the session token', async () => {
  const { visitor, userId } = await aMember(web.url);
  const app = await anApp(userId);
  await signedInLongAgo(userId);
  const asked = await sendForm(visitor, paths.factors, 'Create new codes');
  expect(joinText(asked)).toContain('Enter your password and a code to continue.');
  const page = { path: paths.factors, html: asked.html };
  const confirmPassword = 'correct horse';
  const wrong = await sendForm(visitor, page, 'Continue', { confirmPassword, confirmCode: '1' });
  expect(wrong.status).toBe(401);
  const before = visitor.jar.get('sid');
  const confirmCode = await app.code();
  const done = await sendForm(visitor, page, 'Continue', { confirmPassword, confirmCode });
  expect(new Set(done.html.match(/(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}/g)).size).toBe(10);
  const after = visitor.jar.get('sid');
  expect(after?.value).not.toBe(before?.value);
  if (before) visitor.jar.set('sid', before);
  expect((await visitor.get('/dashboard')).status).toBe(200);
  await prisma.replacedSessionToken.updateMany({ data: { expiresAt: new Date(0) } });
  expect((await visitor.get('/dashboard')).location).toMatch(/^\/login/);
  if (after) visitor.jar.set('sid', after);
  expect((await visitor.get('/dashboard')).status).toBe(200);
});

test('after a factor is set up, every other session must enter it before its next sensitive action', async () => {
  const { visitor, userId } = await aMember(web.url);
  await anApp(userId);
  const asked = await sendForm(visitor, paths.factors, 'Remove the app');
  expect(joinText(asked)).toContain('Confirm that it is you');
  expect(await hasSecondFactor(userId)).toBe(true);
});

test('after many wrong codes, codes of the app are refused, and a recovery code still works', async () => {
  const user = await aUser();
  const { userId } = user;
  const app = await anApp(userId);
  const attempt = (code: string) =>
    verifyFactorCode(userId, code, ownProgram).catch((error) => error.code);
  for (let i = 0; i < wrongCodeCeiling; i++) {
    expect(await attempt('000')).toBe('second_factor_incorrect');
  }
  expect(await attempt(await app.code())).toBe('rate_limited');
  expect(await mailsTo(user.email)).toContain('codes_guessed');
  expect(await attempt(app.recoveryCodes[0] ?? '')).toBe('recovery_code');
});
