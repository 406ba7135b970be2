import { describe, expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { startWithProviders } from '../harness/sign-in-providers.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import {
  anAddress,
  isSignedIn,
  leadsTo,
  providerSignIn,
  toastAfter,
  usersAt,
} from '../support/provider-sign-in.ts';
import { aVisitor } from '../support/visitor.ts';

const { home } = await stopAfterFile(startWithProviders());
const { begin, consent, arrive, parameter, exchange, copyOf } = providerSignIn(home);

describe.each(['google', 'github'] as const)('%s', (name) => {
  test('rejects a state that belongs to another browser', async () => {
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

  test('sends a separate code challenge for each attempt', async () => {
    const visitor = aVisitor(home);
    const pages = [await begin(visitor, name), await begin(visitor, name)];
    const challenges = pages.map((page) => parameter(page, 'code_challenge'));
    for (const challenge of challenges) expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(new Set(challenges).size).toBe(2);
    expect(parameter(pages[0] ?? '', 'code_challenge_method')).toBe('S256');
  });

  test('gets no profile for a code issued to another browser', async () => {
    const [visitor, other] = [aVisitor(home), aVisitor(home)];
    const callback = await consent(await begin(visitor, name));
    const stolen = parameter(await consent(await begin(other, name)), 'code');
    const injected = callback.replace(/code=[^&]+/, `code=${encodeURIComponent(stolen)}`);
    expect(leadsTo(await visitor.get(injected))).toBe(`/auth/callback?error=${name}_failed`);
  });

  test('rejects a repeated callback, even with the cookie of the first callback', async () => {
    const visitor = aVisitor(home);
    const page = await begin(visitor, name);
    const kept = copyOf(visitor);
    const email = anAddress();
    const callback = await consent(page, { email });
    expect(leadsTo(await visitor.get(callback))).toContain('token=');
    // A new code, which the provider would still accept.
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
});

describe('the one-time code', () => {
  const failed = /^\/login/;

  test('is invalid in another browser', async () => {
    const visitor = aVisitor(home);
    const end = await arrive(visitor, 'google', {});
    const thief = aVisitor(home);
    expect(await exchange(thief, end)).toMatch(failed);
    expect(await isSignedIn(thief)).toBe(false);

    // The thief now starts a sign-in too. With the cookie of that sign-in, the visitor's code is still invalid.
    await arrive(thief, 'google', {});
    expect(await exchange(thief, end)).toMatch(failed);
    expect(await exchange(visitor, end)).toBe('/dashboard');
  });

  test('is valid only once, even for concurrent requests', async () => {
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

  test('stays valid when its page is opened, and the page works without JavaScript', async () => {
    const visitor = aVisitor(home);
    const end = await arrive(visitor, 'google', {});
    const { html: page } = await visitor.get(end);
    expect(page).toContain('Authenticating...');
    expect(page).toContain('<noscript><button');
    expect(await exchange(visitor, end)).toBe('/dashboard');
  });

  test('shows an error if it is missing from the URL', async () => {
    const { html } = await toastAfter(aVisitor(home), '/auth/callback');
    expect(html).toContain('Authentication failed: No token received');
  });
});

test('the cookies of an attempt are short-lived and hidden from scripts', async () => {
  const answer = await fetch(`${home}/api/v1/users/github?popup=1`, { redirect: 'manual' });
  const [cookie] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/Max-Age=600;/);
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Lax/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('a browser keeps the cookies of only a few attempts', async () => {
  const visitor = aVisitor(home);
  for (let i = 0; i < 20; i++) await begin(visitor, 'github');
  expect(visitor.jar.size).toBeLessThan(7);
});
