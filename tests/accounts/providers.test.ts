import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { startWithProviders } from '../harness/sign-in-providers.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { anApp } from '../support/factors.ts';
import {
  anAddress,
  isSignedIn,
  leadsTo,
  providerSignIn,
  toastAfter,
  usersAt,
} from '../support/provider-sign-in.ts';
import { sendForm } from '../support/send-form.ts';
import { aVisitor } from '../support/visitor.ts';

const { home } = await stopAfterFile(startWithProviders());
const { begin, answer, consent, arrive, exchange } = providerSignIn(home);

/** An account that signed up here with a password. */
const anAccountAt = (email: string, confirmed: boolean) =>
  prisma.user.create({
    data: {
      id: newId('usr'),
      name: 'Local',
      email,
      emailKey: email.toLowerCase(),
      emailConfirmedAt: confirmed ? new Date() : null,
      passwordHash: 'x',
    },
  });

describe.each(['google', 'github'] as const)('%s', (name) => {
  const called = { google: 'Google', github: 'GitHub' }[name];

  test('creates a user with a confirmed address, signs in, and queues one welcome email', async () => {
    const visitor = aVisitor(home);
    const email = anAddress();

    const end = await arrive(visitor, name, { email, name: 'Meera' });
    expect(await exchange(visitor, end)).toBe('/dashboard');

    expect(await isSignedIn(visitor)).toBe(true);
    const [user] = await usersAt(email);
    expect(user).toMatchObject({ name: 'Meera', passwordHash: null });
    expect(user?.emailConfirmedAt).toBeInstanceOf(Date);
    expect(user?.identities).toMatchObject([{ provider: name }]);
    expect(await prisma.email.findMany({ where: { email } })).toMatchObject([{ kind: 'welcome' }]);
  });

  test('signs a returning person into the same account', async () => {
    const email = anAddress();
    for (const visitor of [aVisitor(home), aVisitor(home)]) {
      await exchange(visitor, await arrive(visitor, name, { email }));
      expect(await isSignedIn(visitor)).toBe(true);
    }
    const users = await usersAt(email);
    expect(users).toHaveLength(1);
    expect(users[0]?.sessions).toHaveLength(2);
  });

  test('shows an error when access was denied', async () => {
    const visitor = aVisitor(home);
    const page = await begin(visitor, name);
    const callback = await answer(page, { decision: 'deny' });
    const end = leadsTo(await visitor.get(callback));

    const { html } = await toastAfter(visitor, end);
    expect(html).toContain(`${called} login failed: access was denied`);
  });

  test('rejects a profile whose address the provider has not confirmed', async () => {
    const visitor = aVisitor(home);
    const email = anAddress();
    const end = await arrive(visitor, name, { email, verified: '' });

    const { html } = await toastAfter(visitor, end);
    expect(html).toContain(
      `${called} did not share a verified email address with us. Verify your email there, or sign up with a password.`,
    );
    expect(await usersAt(email)).toEqual([]);
  });

  test.each(['token', 'profile'])(
    'shows our own error text when the provider fails at the %s',
    async (at) => {
      const visitor = aVisitor(home);
      const email = anAddress();
      const end = await arrive(visitor, name, { email, trouble: at });

      expect(end).toBe(`/auth/callback?error=${name}_failed`);
      const { html } = await toastAfter(visitor, end);
      expect(html).toContain(`${called} login failed`);
      expect(html).not.toMatch(/Backend|Unicorn/);
      expect(await usersAt(email)).toEqual([]);
    },
  );

  test('concurrent callbacks of one person create one user', async () => {
    const email = anAddress();
    const visitors = Array.from({ length: 8 }, () => aVisitor(home));
    const callbacks = await Promise.all(
      visitors.map(async (visitor) => consent(await begin(visitor, name), { email })),
    );
    const ends = await Promise.all(
      visitors.map(async (visitor, i) => leadsTo(await visitor.get(callbacks[i] ?? ''))),
    );

    for (const end of ends) expect(end).toContain('token=');
    const users = await usersAt(email);
    expect(users).toHaveLength(1);
    expect(users[0]?.identities).toHaveLength(1);
    expect(await prisma.email.count({ where: { email } })).toBe(1);
  });

  test('does not sign in to an account whose address was never confirmed', async () => {
    const email = anAddress();
    await anAccountAt(email, false);
    const visitor = aVisitor(home);
    const end = await arrive(visitor, name, { email: email.toUpperCase() });

    const { html } = await toastAfter(visitor, end);
    expect(html).toContain('An account with this email address already exists.');
    const [user] = await usersAt(email);
    expect(user?.identities).toEqual([]);
  });

  test('links the provider to the account with the same confirmed address', async () => {
    const email = anAddress();
    const { id } = await anAccountAt(email, true);
    const visitor = aVisitor(home);
    await exchange(visitor, await arrive(visitor, name, { email }));

    expect(await isSignedIn(visitor)).toBe(true);
    const [user] = await usersAt(email);
    expect(user).toMatchObject({ id, passwordHash: 'x', identities: [{ provider: name }] });
    expect(await prisma.email.count({ where: { email } })).toBe(0);
  });

  test('a sign-in to an account with a second factor asks for this factor until the device is trusted', async () => {
    const email = anAddress();
    const first = aVisitor(home);
    await exchange(first, await arrive(first, name, { email }));
    const [user] = await usersAt(email);
    if (!user) throw new Error('the sign-in created a user');
    const app = await anApp(user.id);
    const visitor = aVisitor(home);
    const account = paths.dashboard('account');
    const to = `?to=${encodeURIComponent(account)}`;
    const page = await exchange(visitor, await arrive(visitor, name, { email }, to));
    expect(page).toMatch(/^\/login\/factor\?/);
    expect(await isSignedIn(visitor)).toBe(false);
    const wrong = await sendForm(visitor, page, 'Continue', { code: '000' });
    expect([wrong.status, await isSignedIn(visitor)]).toEqual([401, false]);
    const code = await app.code();
    const done = await sendForm(visitor, page, 'Continue', { code, trust: 'on' });
    expect(done.location).toBe(account);
    const sessions = { where: { userId: user.id, kind: 'browser' as const } };
    const latest = () => prisma.session.findFirst({ ...sessions, orderBy: { id: 'desc' } });
    expect((await latest())?.factors).toEqual(['provider', 'totp']);
    await visitor.post('/logout', {});
    expect(await exchange(visitor, await arrive(visitor, name, { email }))).toBe('/dashboard');
    expect((await latest())?.factors).toEqual(['provider', 'trusted_device']);
    // A visitor who is already signed in signs in again for a sensitive action.
    const again = await exchange(visitor, await arrive(visitor, name, { email }));
    expect(again).toMatch(/^\/login\/factor/);
    const other = aVisitor(home);
    expect(await exchange(other, await arrive(other, name, { email }))).toMatch(/^\/login\/factor/);
  });

  test('redirects to the page that the visitor wanted, but only within this site', async () => {
    const visitor = aVisitor(home);
    const account = paths.dashboard('account');
    const local = await arrive(visitor, name, {}, `?to=${encodeURIComponent(account)}`);
    expect(await exchange(visitor, local)).toBe(account);

    for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const end = await arrive(visitor, name, {}, `?to=${encodeURIComponent(to)}`);
      expect(await exchange(visitor, end)).toBe('/dashboard');
    }
    const evil = `/auth/callback?error=${name}_denied&to=%2F%2Fevil.example`;
    expect((await toastAfter(visitor, evil)).login).toBe('/login');
  });
});

test('the page after a sign-in does not show an error text from its URL', async () => {
  const { html } = await toastAfter(aVisitor(home), '/auth/callback?error=Send+money');
  expect(html).not.toContain('Send money');
  expect(html).toContain('Login failed');
});

test('only the page that ends a sign-in in a popup may talk to the window that opened the popup; other pages isolate their windows', async () => {
  const policyOf = async (path: string) =>
    (await fetch(`${home}${path}`)).headers.get('cross-origin-opener-policy');
  expect(await policyOf('/auth/callback?error=github_off&popup=1')).toBe('unsafe-none');
  expect(await policyOf('/')).toBe('same-origin-allow-popups');
});

test.each(['POST', 'OPTIONS'])(
  'the addresses of a provider’s sign-in reject %s with 405',
  async (method) => {
    for (const path of ['google', 'github', 'google/callback', 'github/callback']) {
      const answer = await fetch(`${home}/api/v1/users/${path}`, { method, redirect: 'manual' });
      expect([path, answer.status]).toEqual([path, 405]);
      expect(answer.headers.get('allow')).toBe('GET');
    }
  },
);

test('if no OAuth credentials are configured, Google login fails, and GitHub login says that it is under development', async () => {
  const visitor = aVisitor((await sharedWeb()).url);
  for (const [name, sentence] of [
    ['google', 'Google login failed'],
    ['github', 'Feature under development'],
  ]) {
    const end = leadsTo(await visitor.get(`/api/v1/users/${name}`));
    expect((await toastAfter(visitor, end)).html).toContain(sentence);
  }
});
