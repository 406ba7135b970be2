import { describe, expect, test } from 'vitest';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import { createSession } from '#domain/identity/sessions/create-session.ts';
import { startWeb } from '../harness/programs.ts';
import { loadServerBuild } from '../harness/server-build.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount, asProgram, aUser, type User } from '../support/account.ts';
import { client } from '../support/client.ts';
import { examplePath } from '../support/example-path.ts';
import { signedIn } from '../support/signed-in.ts';

const web = await stopAfterFile(
  startWeb({ FORMS_PER_MINUTE: '3', RATE_LIMIT_PER_SECOND: '2', TRUSTED_PROXIES: '1' }),
);
const build = await loadServerBuild();

let places = 0;
/** An address that no other test uses. */
const aPlace = () => `203.0.113.${++places}`;

/** The path of every route of the build that accepts a form. */
const takers = Object.entries(build.routes)
  .filter(([id, route]) => route?.module.action && !id.startsWith('routes/api.'))
  .map(([id]) => [id, examplePath(build, id)] as const);

const post = (path: string, from: string, origin = web.url) =>
  fetch(web.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'x-forwarded-for': from },
    body: new URLSearchParams({ email: 'a@example.com', intent: 'x' }),
  });

const sentence = 'Too many forms were sent from your address. Please wait a minute.';

test('this test covers the forms of all pages, including the login and payment forms', () => {
  const paths = takers.map(([, path]) => path);
  for (const path of ['/login', '/register', '/payment', '/logout', '/dashboard', '/theme']) {
    expect(paths).toContain(path);
  }
  expect(paths.length).toBeGreaterThanOrEqual(14);
});

test.each(takers)(
  '%s rejects the fourth form within a minute from one IP address',
  async (_, path) => {
    const from = aPlace();
    for (let i = 0; i < 3; i++) {
      const { status } = await post(path, from);
      expect(status).not.toBe(429);
      expect(status).toBeLessThan(500);
    }
    const refused = await post(path, from);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain(sentence);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    // Other addresses are not limited.
    expect((await post(path, aPlace())).status).not.toBe(429);
  },
);

test('forms sent by scripts and plain forms share one limit over all pages', async () => {
  const from = aPlace();
  for (const path of ['/login.data', '/theme', '/consent']) await post(path, from);
  const refused = await post('/register.data', from);
  expect([refused.status, (await refused.text()).includes(sentence)]).toEqual([429, true]);
});

test('a form from another site does not count towards the limit', async () => {
  const from = aPlace();
  for (let i = 0; i < 5; i++) {
    expect((await post('/theme', from, 'https://evil.example')).status).toBe(403);
  }
  expect((await post('/theme', from)).status).not.toBe(429);
});

test('submitted forms do not limit page views', async () => {
  const visitor = await signedIn(web.url, await aUser());
  for (let i = 0; i < 5; i++) await visitor.post('/theme', { theme: 'dark' });
  expect((await visitor.get('/dashboard')).status).toBe(200);
});

/** Each call gets its own session, because a call that signs out would end a shared one. */
const withOwnSession = async (as: Account | User | null) =>
  as && 'token' in as ? { ...as, token: await createSession(as.userId, asProgram) } : as;

describe('the rate limit of every call that changes something', () => {
  const changing = endpoints.filter(({ method }) => method !== 'GET');

  test.each(changing.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s is rejected when the limit of its key, account or IP address is exceeded',
    async (_, { method, path, auth }) => {
      const from = aPlace();
      const as = await {
        key: anAccount,
        'key-or-session': anAccount,
        session: aUser,
        none: () => null,
      }[auth]();
      const call = async () =>
        client(web.url, await withOwnSession(as)).call(method, path.replaceAll(/\{\w+\}/g, 'x'), {
          body: {},
          headers: { 'x-forwarded-for': from },
        });
      const refused = await until('a call is refused', async () => {
        const replies = await Promise.all(Array.from({ length: 8 }, call));
        return replies.find(({ status }) => status === 429);
      });
      expect(refused.body.error).toMatchObject({ code: 'rate_limited' });
      expect(refused.body.message).not.toBe('');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});
