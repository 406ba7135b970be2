import { beforeEach, expect, test } from 'vitest';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { startWithProviders } from '../harness/sign-in-providers.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { aUser, type User } from '../support/account.ts';
import { client, type Reply } from '../support/client.ts';
import { aVisitor, type Page } from '../support/visitor.ts';

/** Attacks on sign-up, login and sign-in through a provider. Each attack is refused and changes nothing. */
const { home } = await stopAfterFile(startWithProviders());
const rest = client(home, null);

let user: User;

beforeEach(async () => {
  await flushRedis();
  user = await aUser();
});

const person = { name: 'Mallory', email: 'mallory@example.com', password: 'six or more' };
const signUp = (fields: Record<string, unknown>) =>
  rest.post('/users/signup', { ...person, passwordConfirm: person.password, ...fields });
const reset = (token: string, password = 'marble kettle') =>
  rest.call('PATCH', `/users/resetPassword/${token}`, {
    body: { password, passwordConfirm: password },
  });
const resetLink = () => issueMailedToken('reset_password', user.userId, user.email);

/**
 * Starts a sign-in with Google and allows it on Google's page. @returns the visitor, and the path to which Google
 * redirects
 */
async function atCallback() {
  const visitor = aVisitor(home);
  const page = (await visitor.get('/api/v1/users/google')).location ?? '';
  const form = { ...person, email: 'g@example.com', verified: 'on', trouble: 'none' };
  const answer = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ ...form, decision: 'allow' }),
    redirect: 'manual',
  });
  return { visitor, callback: (answer.headers.get('location') ?? '').slice(home.length) };
}

/** A sign-in code that has not been exchanged yet, and the browser that received it. */
async function withCode() {
  const { visitor, callback } = await atCallback();
  const end = (await visitor.get(callback)).location ?? '';
  return { visitor, token: new URL(end, home).searchParams.get('token') ?? '' };
}

const over = 'This sign-in has expired. Please log in again.';
const voidLink = 'This link has expired or was already used. Please request a new one.';

/** Attacks over REST: name, call, expected status and error code. */
const calls: [string, () => Promise<Reply>, number, string][] = [
  ['mismatched passwords', () => signUp({ passwordConfirm: 'other' }), 400, 'invalid_parameter'],
  [
    'a short password',
    () => signUp({ password: '12345', passwordConfirm: '12345' }),
    400,
    'invalid_parameter',
  ],
  [
    'a password of 129 characters',
    () => signUp({ password: 'x'.repeat(129), passwordConfirm: 'x'.repeat(129) }),
    400,
    'invalid_parameter',
  ],
  [
    'a taken email in other case',
    () => signUp({ email: user.email.toUpperCase() }),
    409,
    'email_taken',
  ],
  ['another role', () => signUp({ role: 'admin' }), 400, 'invalid_parameter'],
  [
    'a wrong password',
    () => rest.post('/users/login', { email: user.email, password: 'wrong one' }),
    401,
    'invalid_credentials',
  ],
  [
    'an unknown address',
    () => rest.post('/users/login', { email: 'no@example.com', password: 'wrong one' }),
    401,
    'invalid_credentials',
  ],
  ['a forged reset token', () => reset('A'.repeat(43)), 400, 'invalid_parameter'],
  [
    'a reset token used twice',
    async () => {
      const token = await resetLink();
      await reset(token);
      return reset(token, 'quiet lantern');
    },
    400,
    'invalid_parameter',
  ],
  [
    'an expired reset token',
    async () => {
      const token = await resetLink();
      await prisma.accountToken.updateMany({ data: { expiresAt: new Date(0) } });
      return reset(token);
    },
    400,
    'invalid_parameter',
  ],
  ['no token', () => rest.get('/users/profile'), 401, 'missing_credentials'],
  [
    'a cookie on the API',
    () => rest.call('GET', '/users/profile', { headers: { cookie: `sid=${user.token}` } }),
    401,
    'missing_credentials',
  ],
  [
    'the bearer of a session that was logged out',
    async () => {
      const signedIn = client(home, user);
      await signedIn.post('/users/logout', {});
      return signedIn.get('/users/profile');
    },
    401,
    'session_expired',
  ],
];

test.each(calls)('over REST: %s is rejected', async (_, attack, status, code) => {
  const reply = await attack();
  expect([reply.status, reply.body.error?.code]).toEqual([status, code]);
  expect(await prisma.user.count({ where: { emailKey: person.email } })).toBe(0);
});

/** Attacks in a browser: name, visit, and the sentence on the last page. */
const visits: [string, () => Promise<Page>, string][] = [
  [
    'a forged state',
    async () => {
      const { visitor, callback } = await atCallback();
      return visitor.get(callback.replace(/state=[^&]+/, 'state=forged'));
    },
    'Google login failed',
  ],
  [
    'the callback of another browser',
    async () => aVisitor(home).get((await atCallback()).callback),
    'Google login failed',
  ],
  [
    'a callback used twice',
    async () => {
      const { visitor, callback } = await atCallback();
      await visitor.get(callback);
      return visitor.get(callback);
    },
    'Google login failed',
  ],
  [
    'a forged code',
    async () => (await withCode()).visitor.post('/auth/callback', { token: 'A'.repeat(43) }),
    over,
  ],
  [
    'the code of another browser',
    async () => aVisitor(home).post('/auth/callback', { token: (await withCode()).token }),
    over,
  ],
  [
    'an expired code',
    async () => {
      const { visitor, token } = await withCode();
      await prisma.accountToken.updateMany({ data: { expiresAt: new Date(0) } });
      return visitor.post('/auth/callback', { token });
    },
    over,
  ],
];

test.each(visits)(
  'in a browser: %s ends at the login page with an error',
  async (_, attack, sentence) => {
    let page = await attack();
    const visitor = aVisitor(home);
    for (const line of page.headers.getSetCookie()) {
      const [pair = ''] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      visitor.jar.set(name, { value: pair.slice(name.length + 1), attributes: '' });
    }
    for (let hops = 0; page.location && hops < 3; hops += 1) page = await visitor.follow(page);
    expect(page.html).toContain(sentence);
    expect((await visitor.get('/dashboard')).location).toMatch(/^\/login/);
  },
);

test('a sign-in code can be used only once', async () => {
  const { visitor, token } = await withCode();
  expect((await visitor.post('/auth/callback', { token })).location).toBe('/dashboard');
  const again = aVisitor(home);
  expect((await again.post('/auth/callback', { token })).location).toBe('/login');
});

test('posting a new password to the page of an invalid link is rejected', async () => {
  const fields = { password: 'marble kettle', passwordConfirm: 'marble kettle' };
  const page = await aVisitor(home).post('/reset-password/void', fields);
  expect([page.status, page.html.includes(voidLink)]).toEqual([400, true]);
});

test.each(['Ωμέγα 字 आशा', '<script>alert(1)</script>'])(
  'a user may have the name %s, which pages show as text and not as markup',
  async (name) => {
    const { email, password } = await aUser({ name });
    const visitor = aVisitor(home);
    const page = await visitor.follow(await visitor.post('/login', { email, password }));
    expect(page.html).not.toContain('<script>alert(1)');
    expect(page.html.includes(name)).toBe(!name.includes('<'));
  },
);

test('a form from another site is rejected', async () => {
  const { email, password } = user;
  const headers = { origin: 'https://evil.example' };
  expect((await aVisitor(home).post('/login', { email, password }, headers)).status).toBe(403);
});
