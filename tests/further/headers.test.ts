import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import { getOpenApiDocument } from '#app/api/openapi.server.ts';
import { listening, startWebProcess } from '../harness/programs.ts';
import { loadServerBuild } from '../harness/server-build.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { examplePath } from '../support/example-path.ts';
import { aMember } from '../support/member.ts';

const [web, broken] = await Promise.all([
  sharedWeb(),
  stopAfterFile(startWebProcess({ DATABASE_URL: 'postgresql://127.0.0.1:1/nowhere' }, listening)),
]);
const build = await loadServerBuild();
const { cookie } = await aMember(web.url);

const year = /^max-age=31536000; includeSubDomains$/i;

/** The headers of each kind of response; null for a header that it must not have. */
const everywhere = { 'x-powered-by': null, server: null, 'x-content-type-options': 'nosniff' };
const ofPages = {
  ...everywhere,
  'strict-transport-security': year,
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': /^(same-origin-allow-popups|unsafe-none)$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\).*payment=\(self\)/,
  'x-request-id': /^req_/,
};
const ofAnswers = {
  ...everywhere,
  'strict-transport-security': year,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

function expectHeaders({ headers }: Response, wanted: Record<string, string | RegExp | null>) {
  const found = Object.fromEntries(Object.keys(wanted).map((name) => [name, headers.get(name)]));
  for (const [name, want] of Object.entries(wanted)) {
    if (want instanceof RegExp)
      expect(found).toMatchObject({ [name]: expect.stringMatching(want) });
    else expect(found).toMatchObject({ [name]: want });
  }
}

const directives = [
  "default-src 'self'",
  "frame-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "script-src-attr 'none'",
];

/** Expects a content policy that allows only scripts with a nonce, and a new nonce for each response. */
function expectPolicy(response: Response, nonces: Set<string>) {
  const policy = (response.headers.get('content-security-policy') ?? '').split(';');
  expect(policy).toEqual(expect.arrayContaining(directives));
  expect(policy.join()).not.toMatch(/unsafe|\*|http:/);
  const [, nonce = ''] =
    /^script-src 'self' 'nonce-([^']{20,})'$/.exec(
      policy.find((directive) => directive.startsWith('script-src ')) ?? '',
    ) ?? [];
  expect(nonce).not.toBe('');
  expect(nonces).not.toContain(nonce);
  nonces.add(nonce);
}

const ask = (path: string, init: RequestInit = {}, url = web.url) =>
  fetch(url + path, { redirect: 'manual', ...init });

const ids = Object.keys(build.routes).filter((id) => !/^routes\/(api\.|healthz|readyz)/.test(id));
const pagePaths = [...new Set(ids.map((id) => examplePath(build, id) || '/'))];
const nonces = new Set<string>();

/** Responses that caches may store, because all visitors get the same response. */
const keepable = [
  '/docs/search-index.json',
  '/robots.txt',
  '/sitemap.xml',
  '/llms.txt',
  '/.well-known/security.txt',
  '/status/feed.atom',
  '/status/style.css',
  '/status/summary.json',
];

describe.each(pagePaths)('%s', (path) => {
  const requests: [string, RequestInit][] = [
    ['as a visitor', {}],
    ['as a member', { headers: { cookie: cookie() } }],
    ['by HEAD', { method: 'HEAD' }],
    ['by a form', { method: 'POST', body: new URLSearchParams(), headers: { origin: web.url } }],
    ['from another site', { method: 'POST', headers: { origin: 'https://evil.example' } }],
    ['by a wrong method', { method: 'PUT', headers: { origin: web.url } }],
    ['as data', { headers: { cookie: cookie() } }],
  ];
  test.each(requests)(
    'the response has the headers of pages when requested %s',
    async (as, init) => {
      const response = await ask(
        as === 'as data' ? `${path === '/' ? '/_root' : path}.data` : path,
        init,
      );
      expect(response.status).toBeLessThan(500);
      expectHeaders(response, ofPages);
      expectPolicy(response, nonces);
      const kept = response.headers.get('cache-control') ?? '';
      const html = response.headers.get('content-type')?.startsWith('text/html');
      // The status page has no session, and is the same for all visitors.
      if (path === '/status' && response.ok && as !== 'as data')
        expect(kept).toMatch(/^public, max-age=\d+/);
      else if (html || as === 'as data') expect(kept).toBe('no-store');
      else if (!keepable.includes(path)) expect(kept).not.toMatch(/public|max-age=[1-9]/);
    },
  );
});

test('error pages and responses to rejected large bodies have the headers of pages', async () => {
  const session = { cookie: `sid=${encodeURIComponent(btoa(JSON.stringify('somebody')))}` };
  const fault = await ask('/', { headers: session }, broken.url);
  const large = await ask('/login', {
    method: 'POST',
    headers: { origin: web.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'x'.repeat(70_000),
  });
  expect([fault.status, large.status]).toEqual([503, 413]);
  for (const response of [fault, large]) {
    expectHeaders(response, ofPages);
    expectPolicy(response, nonces);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

const calls = [...endpoints, getOpenApiDocument].map(({ path }) =>
  path.replaceAll(/\{\w+\}/g, 'x'),
);

test.each([...new Set(calls), '/no/such/call'])(
  'responses of /api/v1%s have the headers of API responses',
  async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS']) {
      const response = await ask(`/api/v1${path}`, { method });
      expect(response.status).toBeLessThan(500);
      // Only the OpenAPI document is the same for all callers. Caches may store it, and revalidate it with its ETag.
      const isDocument = path === getOpenApiDocument.path && ['GET', 'HEAD'].includes(method);
      const cacheControl = isDocument ? 'no-cache' : 'no-store';
      expectHeaders(response, { ...ofAnswers, 'cache-control': cacheControl });
    }
  },
);

test('API errors (413, 429, 500, 503) and sign-in redirects have the headers of API responses', async () => {
  const large = await ask('/api/v1/users/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `"${'x'.repeat(2 * 1024 * 1024)}"`,
  });
  const away = await ask('/api/v1/plans', {}, broken.url);
  expect([large.status, away.status]).toEqual([413, 503]);
  const others = [
    '/healthz',
    '/readyz',
    '/api',
    '/api/v1/users/google',
    '/api/v1/users/github/callback',
  ];
  for (const response of [large, away, ...(await Promise.all(others.map((path) => ask(path))))]) {
    expectHeaders(response, ofAnswers);
  }
});

test('each site file has its content type, and only files with a hash in the name are cached for long', async () => {
  const files = await readdir('build/client', { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile() && !/\.(br|gz)$/.test(file.name))
    .map(({ parentPath, name }) => `${parentPath.replace(/^build\/client/, '')}/${name}`);
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    const response = await ask(path, { method: 'HEAD' });
    expect([path, response.status]).toEqual([path, 200]);
    const time = path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600';
    expectHeaders(response, {
      ...everywhere,
      'cache-control': time,
      'cross-origin-resource-policy': /^(same|cross)-origin$/,
    });
  }
});
