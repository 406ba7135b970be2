import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import type { OAuthProvider } from '#domain/identity/accounts/oauth-providers.ts';
import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { startWeb } from '../support/programs.ts';
import { startWithProviders } from '../support/sign-in-providers.ts';
import { aVisitor, type Page, type Visitor } from '../support/visitor.ts';

const both: OAuthProvider[] = ['google', 'github'];

let home: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ home, stop } = await startWithProviders());
});

afterAll(() => stop());

type Person = { name?: string; email?: string; verified?: 'on' | ''; trouble?: string };

let people = 0;
const anAddress = () => `person${++people}@example.com`;

/** Where an answer leads. */
function leadsTo({ location, status }: Pick<Page, 'location' | 'status'>): string {
  if (location === null) throw new Error(`no redirect, but ${status}`);
  return location;
}

/** Goes to the provider. @returns its consent page's address */
const begin = async (visitor: Visitor, name: OAuthProvider, query = '') =>
  leadsTo(await visitor.get(`/api/v1/users/${name}${query}`));

/** Answers the consent page, with no cookies of ours. @returns the callback's path */
async function answer(page: string, form: Record<string, string>): Promise<string> {
  const { headers, status } = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  const callback = leadsTo({ location: headers.get('location'), status });
  expect(callback).toMatch(new RegExp(`^${home}/api/v1/users/\\w+/callback\\?`));
  return callback.slice(home.length);
}

/** Allows it. @returns the callback's path */
function consent(page: string, person: Person = {}): Promise<string> {
  const { name = 'Asha Rao', email = anAddress(), verified = 'on', trouble = 'none' } = person;
  return answer(page, { name, email, trouble, decision: 'allow', ...(verified && { verified }) });
}

/** Another browser with copies of the same cookies. */
function copyOf(visitor: Visitor): Visitor {
  const other = aVisitor(home);
  for (const [name, cookie] of visitor.jar) other.jar.set(name, cookie);
  return other;
}

/** The whole way to the page where every sign-in ends. @returns its address */
async function arrive(visitor: Visitor, name: OAuthProvider, person: Person, query = '') {
  const callback = await consent(await begin(visitor, name, query), person);
  return leadsTo(await visitor.get(callback));
}

const parameter = (address: string, name: string) =>
  new URL(address, home).searchParams.get(name) ?? '';

/** Exchanges the code, as the page does. @returns where that leads */
const exchange = async (visitor: Visitor, end: string) =>
  leadsTo(await visitor.post('/auth/callback', { token: parameter(end, 'token') }));

const isSignedIn = async (visitor: Visitor) => (await visitor.get('/dashboard')).status === 200;

const usersAt = (email: string) =>
  prisma.user.findMany({
    where: { emailKey: email.toLowerCase() },
    include: { identities: true, sessions: true },
  });

/** An account made here, with a password. */
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

/** The toast that waits for the next page. */
async function toastAfter(visitor: Visitor, end: string) {
  const login = leadsTo(await visitor.get(end));
  expect(login).toMatch(/^\/login/);
  const { html } = await visitor.get(login);
  return { login, html };
}

describe.each(both)('%s', (name) => {
  const called = { google: 'Google', github: 'GitHub' }[name];

  test('makes a user whose address is confirmed, signs in, and asks for one welcome', async () => {
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

  test('signs the same person into the same account again', async () => {
    const email = anAddress();
    for (const visitor of [aVisitor(home), aVisitor(home)]) {
      await exchange(visitor, await arrive(visitor, name, { email }));
      expect(await isSignedIn(visitor)).toBe(true);
    }
    const users = await usersAt(email);
    expect(users).toHaveLength(1);
    expect(users[0]?.sessions).toHaveLength(2);
  });

  test('says so when access was denied', async () => {
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
    'shows a provider’s failure at the %s in our own text',
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

  test('rejects a state of another browser', async () => {
    const visitor = aVisitor(home);
    const callback = await consent(await begin(visitor, name));
    const failed = `/auth/callback?error=${name}_failed`;

    expect(leadsTo(await aVisitor(home).get(callback))).toBe(failed);
    for (const forged of [
      callback.replace(/state=[^&]+/, 'state=forged'),
      `${callback.split('?')[0]}?code=x`,
    ]) {
      expect(leadsTo(await visitor.get(forged))).toBe(failed);
    }
  });

  test('sends each attempt with a code challenge of its own', async () => {
    const visitor = aVisitor(home);
    const pages = [await begin(visitor, name), await begin(visitor, name)];
    const challenges = pages.map((page) => parameter(page, 'code_challenge'));
    for (const challenge of challenges) expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(new Set(challenges).size).toBe(2);
    expect(parameter(pages[0] ?? '', 'code_challenge_method')).toBe('S256');
  });

  test('gets no profile for a code that another browser was given', async () => {
    const [visitor, other] = [aVisitor(home), aVisitor(home)];
    const callback = await consent(await begin(visitor, name));
    const stolen = parameter(await consent(await begin(other, name)), 'code');
    const injected = callback.replace(/code=[^&]+/, `code=${encodeURIComponent(stolen)}`);
    expect(leadsTo(await visitor.get(injected))).toBe(`/auth/callback?error=${name}_failed`);
  });

  test('rejects a repeated callback, even with the first one’s cookie', async () => {
    const visitor = aVisitor(home);
    const page = await begin(visitor, name);
    const kept = copyOf(visitor);
    const email = anAddress();
    const callback = await consent(page, { email });
    expect(leadsTo(await visitor.get(callback))).toContain('token=');
    // A fresh code, so that it is not the provider who refuses.
    const again = await consent(page, { email });

    for (const address of [callback, again]) {
      expect(leadsTo(await copyOf(kept).get(address))).toBe(`/auth/callback?error=${name}_failed`);
    }
  });

  test('two attempts in two tabs both succeed', async () => {
    const visitor = aVisitor(home);
    const pages = [await begin(visitor, name), await begin(visitor, name)];
    for (const page of pages) {
      const end = leadsTo(await visitor.get(await consent(page)));
      expect(await exchange(visitor, end)).toBe('/dashboard');
    }
  });

  test('many callbacks of one person at once make one user', async () => {
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

  test('is not let into an account whose address was never confirmed', async () => {
    const email = anAddress();
    await anAccountAt(email, false);
    const visitor = aVisitor(home);
    const end = await arrive(visitor, name, { email: email.toUpperCase() });

    const { html } = await toastAfter(visitor, end);
    expect(html).toContain('An account with this email address already exists.');
    const [user] = await usersAt(email);
    expect(user?.identities).toEqual([]);
  });

  test('is linked to the account that has confirmed the same address', async () => {
    const email = anAddress();
    const { id } = await anAccountAt(email, true);
    const visitor = aVisitor(home);
    await exchange(visitor, await arrive(visitor, name, { email }));

    expect(await isSignedIn(visitor)).toBe(true);
    const [user] = await usersAt(email);
    expect(user).toMatchObject({ id, passwordHash: 'x', identities: [{ provider: name }] });
    expect(await prisma.email.count({ where: { email } })).toBe(0);
  });

  test('redirects to the visitor’s destination, within this site only', async () => {
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

describe('the one-time code', () => {
  const failed = /^\/login/;

  test('is worth nothing in another browser', async () => {
    const visitor = aVisitor(home);
    const end = await arrive(visitor, 'google', {});
    const thief = aVisitor(home);
    expect(await exchange(thief, end)).toMatch(failed);
    expect(await isSignedIn(thief)).toBe(false);

    // Nor with the cookie of a sign-in of the thief's own, which began later.
    await arrive(thief, 'google', {});
    expect(await exchange(thief, end)).toMatch(failed);
    expect(await exchange(visitor, end)).toBe('/dashboard');
  });

  test('is valid once, also for concurrent uses', async () => {
    const visitor = aVisitor(home);
    const end = await arrive(visitor, 'github', {});
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => exchange(copyOf(visitor), end)),
    );
    expect(outcomes.filter((to) => to === '/dashboard')).toHaveLength(1);
    expect(await exchange(visitor, end)).toMatch(failed);
  });

  test('expires after a minute', async () => {
    const visitor = aVisitor(home);
    const email = anAddress();
    const end = await arrive(visitor, 'google', { email });
    const [user] = await usersAt(email);
    const row = await prisma.accountToken.findFirstOrThrow({ where: { userId: user?.id ?? '' } });
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(60_000);
    await prisma.accountToken.updateMany({
      where: { userId: user?.id ?? '' },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(await exchange(visitor, end)).toMatch(failed);
  });

  test('is not used by opening the page, which works without JavaScript', async () => {
    const visitor = aVisitor(home);
    const end = await arrive(visitor, 'google', {});
    const { html: page } = await visitor.get(end);
    expect(page).toContain('Authenticating...');
    expect(page).toContain('<noscript><button');
    expect(await exchange(visitor, end)).toBe('/dashboard');
  });

  test('that is missing shows an error', async () => {
    const { html } = await toastAfter(aVisitor(home), '/auth/callback');
    expect(html).toContain('Authentication failed: No token received');
  });
});

test('an answer in the address that is none of ours is not shown', async () => {
  const { html } = await toastAfter(aVisitor(home), '/auth/callback?error=Send+money');
  expect(html).not.toContain('Send money');
  expect(html).toContain('Login failed');
});

test('the cookies of an attempt are out of scripts’ reach and short-lived', async () => {
  const answer = await fetch(`${home}/api/v1/users/github?popup=1`, { redirect: 'manual' });
  const [cookie] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/Max-Age=600;/);
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Lax/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('a browser never keeps more than a few attempts', async () => {
  const visitor = aVisitor(home);
  for (let i = 0; i < 20; i++) await begin(visitor, 'github');
  expect(visitor.jar.size).toBeLessThan(7);
});

test('the page where a window ends may be heard by who opened it; others keep windows apart', async () => {
  const policyOf = async (path: string) =>
    (await fetch(`${home}${path}`)).headers.get('cross-origin-opener-policy');
  expect(await policyOf('/auth/callback?error=github_off&popup=1')).toBe('unsafe-none');
  expect(await policyOf('/')).toBe('same-origin-allow-popups');
});

test.each(['POST', 'OPTIONS'])('an address that is only visited takes no %s', async (method) => {
  for (const path of ['google', 'github', 'google/callback', 'github/callback']) {
    const answer = await fetch(`${home}/api/v1/users/${path}`, { method, redirect: 'manual' });
    expect([path, answer.status]).toEqual([path, 405]);
    expect(answer.headers.get('allow')).toBe('GET');
  }
});

test('without credentials Google fails and GitHub is under development', async () => {
  const bare = await startWeb();
  try {
    const visitor = aVisitor(bare.url);
    for (const [name, sentence] of [
      ['google', 'Google login failed'],
      ['github', 'Feature under development'],
    ]) {
      const end = leadsTo(await visitor.get(`/api/v1/users/${name}`));
      expect((await toastAfter(visitor, end)).html).toContain(sentence);
    }
  } finally {
    await bare.stop();
  }
});
