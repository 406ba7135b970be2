import { afterEach, expect, test, vi } from 'vitest';
import { createSession, findSession } from '#domain/identity/sessions/create-session.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { clock } from '#platform/clock.browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { asProgram, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { signedIn } from '../support/signed-in.ts';

const web = await sharedWeb();

const day = 24 * 3_600_000;
const minute = 60_000;

afterEach(() => {
  vi.restoreAllMocks();
});

/** A session, and a function that looks it up a number of milliseconds after its start. */
async function aSession() {
  const began = clock.now().getTime();
  const { userId } = await aUser();
  const token = await createSession(userId, asProgram);
  return async (afterMs: number) => {
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(began + afterMs));
    return findSession(token, 'program');
  };
}

test('a session ends after 30 days without use', async () => {
  const after = await aSession();
  expect(await after(29 * day)).not.toBeNull();
  expect(await after(58 * day)).not.toBeNull();
  expect(await after(88 * day + minute)).toBeNull();
});

test('a session ends after 180 days, even if it is used every day', async () => {
  const after = await aSession();
  for (let days = 20; days < 180; days += 20) expect(await after(days * day)).not.toBeNull();
  expect(await after(180 * day - minute)).not.toBeNull();
  expect(await after(180 * day + minute)).toBeNull();
});

test('the API rejects a browser session’s token, and pages reject an API session’s token', async () => {
  const user = await aUser();
  const visitor = await signedIn(web.url, user);
  const cookie = visitor.jar.get('sid')?.value ?? '';
  const token = JSON.parse(atob(decodeURIComponent(cookie)));
  expect((await visitor.get('/dashboard')).status).toBe(200);
  const asBearer = await client(web.url, { token }).get('/users/profile');
  expect([asBearer.status, asBearer.body.error.code]).toEqual([401, 'session_expired']);

  expect((await client(web.url, user).get('/users/profile')).status).toBe(200);
  const value = encodeURIComponent(btoa(JSON.stringify(user.token)));
  visitor.jar.set('sid', { value, attributes: '' });
  expect(await visitor.get('/dashboard')).toMatchObject({ status: 302 });
});

test('a login over REST starts an API session, and the login page starts a browser session', async () => {
  const { email, password } = await aUser();
  const { body } = await client(web.url, null).post('/users/login', { email, password });
  expect(await findSession(body.token, 'program')).not.toBeNull();
  expect(await findSession(body.token, 'browser')).toBeNull();
});

test('a sign-in counts as recent for 15 minutes', async () => {
  const after = await aSession();
  const justBefore = await after(14 * minute);
  if (!justBefore) throw new Error('the session ended');
  expect(() => requireRecentSignIn(justBefore)).not.toThrow();
  const later = await after(16 * minute);
  if (!later) throw new Error('the session ended');
  expect(() => requireRecentSignIn(later)).toThrow(
    expect.objectContaining({ code: 'reauthentication_required' }),
  );
});
