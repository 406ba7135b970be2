import { request } from 'node:http';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.ts';
import { startWeb } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { aMember } from '../support/member.ts';
import { aVisitor, dataOf } from '../support/visitor.ts';

const web = await sharedWeb();

const routeOf = (id: string) => `_data=${encodeURIComponent(`routes/${id}`)}`;

const account = paths.dashboard('account');
const dataOfOld = (path: string) => `${path}?${routeOf('_member.dashboard_.account')}`;

const forms = [
  ['a page', account],
  ['its data', dataOf(account)],
  ['a loader’s data by its former address', dataOfOld(account)],
  ['a resource route', '/logout'],
  ['a resource route’s data by its former address', `/logout?${routeOf('logout')}`],
] as const;

const strangers: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a sibling site without origin', { 'sec-fetch-site': 'same-site' }],
  ['nowhere', {}],
  [
    'a site that sends a forwarded host',
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  ],
];

for (const [where, path] of forms) {
  test.each(strangers)(
    `a POST to ${where} from %s is rejected and changes nothing`,
    async (_who, headers) => {
      const { user, visitor } = await aMember(web.url);
      const fields = { intent: 'profile', name: 'Hijacked', email: user.email };
      const page = await visitor.post(path, fields, headers);
      expect(page.status).toBe(403);
      expect(page.html).toBe('Cross-site request rejected.\n');
      const after = await prisma.user.findUniqueOrThrow({ where: { id: user.userId } });
      expect(after.name).not.toBe('Hijacked');
      expect((await visitor.get('/dashboard')).status).toBe(200);
    },
  );
}

test('a login from another site is rejected, with and without a cookie', async () => {
  const { email, password } = await aUser();
  const visitor = aVisitor(web.url);
  const page = await visitor.post(
    '/login',
    { email, password },
    { origin: 'https://evil.example' },
  );
  expect(page.status).toBe(403);
  expect(visitor.jar.size).toBe(0);
});

test('behind a proxy that names another host, forms from the public address are accepted', async () => {
  const origin = 'https://dakiya.example';
  const behind = await startWeb({ PUBLIC_URL: origin });
  try {
    const { email, password } = await aUser();
    const headers = { origin, 'x-forwarded-host': 'inner.example' };
    const page = await aVisitor(behind.url).post('/login', { email, password }, headers);
    expect(page.status).toBe(302);
  } finally {
    await behind.stop();
  }
});

test('the API refuses the cookie of a browser session', async () => {
  const { visitor } = await aMember(web.url);
  const token = visitor.jar.get('sid')?.value;
  expect(token).toBeTruthy();
  for (const path of ['/users/profile', '/api-keys/view-api-keys', '/messages']) {
    const page = await visitor.get(`/api/v1${path}`);
    expect(page.status).toBe(401);
    expect(JSON.parse(page.html).error.code).toMatch(/missing_credentials|session_expired/);
  }
});

test.each(['nonsense', 'eyJh', '""', 'x'.repeat(4_000)])(
  'a made-up cookie does not sign in: %s',
  async (value) => {
    const visitor = aVisitor(web.url);
    visitor.jar.set('sid', { value, attributes: '' });
    visitor.jar.set('flash', { value, attributes: '' });
    expect((await visitor.get('/dashboard')).status).toBe(302);
    expect((await visitor.get('/')).status).toBe(200);
  },
);

test('pages run only our own scripts, cannot be framed by other sites, and are not cached', async () => {
  const { visitor } = await aMember(web.url);
  const { headers, html } = await visitor.get('/dashboard');
  const policy = headers.get('content-security-policy') ?? '';
  for (const rule of [
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]) {
    expect(policy).toContain(rule);
  }
  expect(policy).not.toContain('unsafe');
  const nonce = policy.match(/'nonce-([^']+)'/)?.[1];
  for (const [script] of html.matchAll(/<script[^>]*>/g))
    expect(script).toContain(`nonce="${nonce}"`);
  expect(html).not.toMatch(/ style="| on[a-z]+="/);
  for (const path of ['/dashboard', '/dashboard.data', '/']) {
    expect((await visitor.get(path)).headers.get('cache-control')).toBe('no-store');
  }
});

test.each([
  'x[4294967294]=1',
  `${'a.'.repeat(10_000)}b=1`,
  `email[0]=a&email[4294967294]=b`,
  '__intent__=x&__state__=x',
  'email=a&'.repeat(5_000),
  'email=%00&password=%ED%A0%80',
])('malformed fields get a validation error (%#)', async (body) => {
  for (const path of ['/login', '/register', '/forget-password', '/reset-password/x']) {
    const headers = { origin: web.url, 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(web.url + path, { method: 'POST', headers, body });
    expect([path, response.status]).toEqual([path, 400]);
    await response.text();
  }
});

test.each([
  ['text/plain', 'x', 415],
  ['multipart/form-data', 'x', 415],
  ['application/x-www-form-urlencoded', 'x'.repeat(65 * 1024), 413],
])('an unknown form body is rejected: %s', async (type, body, status) => {
  for (const path of ['/login', '/sidebar', '/auth/callback']) {
    const headers = { origin: web.url, 'content-type': type };
    const response = await fetch(web.url + path, { method: 'POST', headers, body });
    expect([path, response.status]).toEqual([path, status]);
    await response.text();
  }
});

/**
 * Sends the method and the path unchanged, because `fetch` rejects such methods and normalises such paths.
 */
const statusOf = (method: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(web.url);
    request({ hostname, port, method, path, headers: { origin: web.url } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

test.each(['/', '/login', '/payment-callback', '/nowhere', '/favicon.ico'])(
  'TRACE is rejected with 405 at %s',
  async (path) => {
    expect(await statusOf('TRACE', path)).toBe(405);
  },
);

test.each([
  ['//', 200],
  ['/\\', 200],
  ['/%5C', 404],
  ['//evil.example/a', 404],
  ['/\\evil.example', 404],
  ['/%2F%2F', 404],
  ['/%00', 404],
  [`/${'a/'.repeat(7_000)}`, 404],
  [`${'/'.repeat(14_000)}x`, 404],
])('malformed paths are answered without an error 500: %.20s', async (path, status) => {
  expect(await statusOf('GET', path)).toBe(status);
});
