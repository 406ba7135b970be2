import { expect, test } from 'vitest';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import { docsSections } from '#app/content/docs.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { allEventTypes } from '#domain/webhooks/contract.browser.ts';
import { localhostUrl } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aMember } from '../support/member.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const home = localhostUrl(web);
const visitor = aVisitor(web.url);

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${web.url}${path}`, { redirect: 'manual', headers });

const { html } = await visitor.get('/');
const [script = ''] = html.match(/\/assets\/[^"]+\.js/) ?? [];
const [stylesheet = ''] = html.match(/\/assets\/[^"]+\.css/) ?? [];

test('other sites may embed our pictures, but no other files', async () => {
  const policyOf = async (path: string) =>
    (await ask(path)).headers.get('cross-origin-resource-policy');
  expect(await policyOf('/social.png')).toBe('cross-origin');
  expect(await policyOf(script)).toBe('same-origin');
  expect(await policyOf('/')).toBe('same-origin');
});

test('/favicon.ico returns an icon, because browsers request it without reading a page', async () => {
  const answer = await ask('/favicon.ico');
  const head = [...new Uint8Array(await answer.arrayBuffer()).slice(0, 6)];
  expect([answer.status, head]).toEqual([200, [0, 0, 1, 0, 1, 0]]);
});

test.each([
  '/%ff',
  '/%E0%A4%A',
  '/assets',
  '/assets/',
  '/assets/none.js',
  '/assets/..%2f..%2fserver.js',
  '/..%2fpackage.json',
  '/.env',
])('a path without a file is handled like any page: %s', async (path) => {
  const { status, headers } = await ask(path);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(headers.get('x-request-id')).toMatch(/^req_/);
  expect(headers.get('content-security-policy')).toContain('default-src');
});

test('public pages are compressed; pages for signed-in users are not, because the compressed length could reveal secrets', async () => {
  const encodingOf = async (path: string, headers = {}) =>
    (await ask(path, { 'accept-encoding': 'br, gzip', ...headers })).headers.get(
      'content-encoding',
    );
  expect(await encodingOf('/')).toBe('br');
  expect(await encodingOf(stylesheet)).toBe('br');
  expect(await encodingOf('/', { 'accept-encoding': 'gzip' })).toBe('gzip');
  const member = await aMember(web.url);
  const cookie = member.cookie();
  expect(await (await ask('/dashboard', { cookie })).text()).toContain('Welcome back');
  for (const path of ['/dashboard', '/', '/_root.data']) {
    expect([path, await encodingOf(path, { cookie })]).toEqual([path, null]);
  }
  expect(await encodingOf('/', { cookie: cookie.replace('sid=', 'theme=x; __Host-sid=') })).toBe(
    null,
  );
});

test('robots.txt lists excluded paths and the sitemap', async () => {
  const { status, headers, html } = await visitor.get('/robots.txt');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
  for (const path of ['/dashboard', '/api/', '/payment']) {
    expect(html.split('\n')).toContain(`Disallow: ${path}`);
  }
  expect(html.split('\n')).toContain(`Sitemap: ${home}/sitemap.xml`);
});

// tests/further/crawl.test.ts checks that each page exists under its canonical address, and that hidden pages are missing.
test('the sitemap lists each public page once, by its absolute URL, and omits pages excluded by robots.txt', async () => {
  const { headers, html } = await visitor.get('/sitemap.xml');
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
  expect(html).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns=/);
  const urls = [...html.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url ?? '');
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls.filter((url) => !url.startsWith(`${home}/`))).toEqual([]);
  expect(urls.filter((url) => /\/(?:dashboard|api\/|payment|auth\/)/.test(url))).toEqual([]);
  const sections = docsSections.slice(1).map(({ id }) => `/docs/${id}`);
  const ids = [...endpoints.map(({ operationId }) => operationId), ...allEventTypes];
  const pages = ['/', '/docs', ...sections, ...ids.map((id) => `/api-reference/${id}`)];
  expect(urls).toEqual(expect.arrayContaining(pages.map((path) => home + path)));
});

test('the preview pictures named in the heads of pages exist, and are small', async () => {
  const { html } = await visitor.get('/about');
  expect(html).toContain(`property="og:image" content="${home}/social.png"`);
  expect(html).toContain('rel="apple-touch-icon" href="/apple-touch-icon.png"');
  for (const path of ['/social.png', '/apple-touch-icon.png']) {
    const response = await ask(path);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(100_000);
  }
});

test('security.txt names a contact, and expires within a year', async () => {
  const { headers, html } = await visitor.get('/.well-known/security.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const lines = html.trim().split('\n');
  const fields = new Map(lines.map((line) => line.split(': ') as [string, string]));
  expect(fields.get('Contact')).toBe(`mailto:${supportSettings.SUPPORT_EMAIL}`);
  expect(fields.get('Canonical')).toBe(`${home}/.well-known/security.txt`);
  const days = (new Date(fields.get('Expires') ?? '').getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(366);
});
