import { expect, test } from 'vitest';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import { docsSections } from '#app/content/docs.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { allEventTypes } from '#domain/webhooks/contract.browser.ts';
import { startWeb } from '../support/programs.ts';
import { stopAfterFile } from '../support/stop-after-file.ts';
import { aVisitor } from '../support/visitor.ts';

const home = 'https://dakiya.example';
const web = await stopAfterFile(startWeb({ PUBLIC_URL: home }));

const listed = async () => {
  const { html } = await aVisitor(web.url).get('/sitemap.xml');
  return [...html.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url ?? '');
};

test('robots.txt lists excluded paths and the sitemap', async () => {
  const { status, headers, html } = await aVisitor(web.url).get('/robots.txt');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
  for (const path of ['/dashboard', '/api/', '/payment']) {
    expect(html.split('\n')).toContain(`Disallow: ${path}`);
  }
  expect(html.split('\n')).toContain(`Sitemap: ${home}/sitemap.xml`);
});

test('the sitemap lists each public page once, absolute, and none that robots may not read', async () => {
  const { headers, html } = await aVisitor(web.url).get('/sitemap.xml');
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
  expect(html).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns=/);
  const urls = await listed();
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls.filter((url) => !url.startsWith(`${home}/`))).toEqual([]);
  expect(urls.filter((url) => /\/(?:dashboard|api\/|payment|auth\/)/.test(url))).toEqual([]);
  expect(urls).toContain(`${home}/`);
  const sections = docsSections.slice(1).map(({ id }) => `${home}/docs/${id}`);
  const operations = endpoints.map(({ operationId }) => `${home}/api-reference/${operationId}`);
  const events = allEventTypes.map((type) => `${home}/api-reference/${type}`);
  expect(urls).toEqual(
    expect.arrayContaining([`${home}/docs`, ...sections, ...operations, ...events]),
  );
});

test('every page of the sitemap is there, under the address that it calls its own', async () => {
  const faults: unknown[] = [];
  for (const url of await listed()) {
    const { status, html } = await aVisitor(web.url).get(url.slice(home.length));
    const canonical = html.match(/<link rel="canonical" href="(.*?)"/)?.[1];
    const known = !html.includes('content="noindex"');
    if (status !== 200 || canonical !== url || !known)
      faults.push({ url, status, canonical, known });
  }
  expect(faults).toEqual([]);
});

test('search engines leave out pages for one person alone', async () => {
  const visitor = aVisitor(web.url);
  for (const path of [
    '/forget-password',
    '/reset-password/t',
    '/confirm-email/t',
    '/undo-email-change/t',
    '/undo-account-deletion/t',
    '/auth/callback?token=t',
  ]) {
    expect((await visitor.get(path)).html).toContain('<meta name="robots" content="noindex"/>');
  }
  for (const path of ['/login', '/register']) {
    expect((await visitor.get(path)).html).not.toContain('noindex');
  }
});

test('the pictures that heads point to are there, and small', async () => {
  const { html } = await aVisitor(web.url).get('/about');
  expect(html).toContain(`property="og:image" content="${home}/social.png"`);
  expect(html).toContain('rel="apple-touch-icon" href="/apple-touch-icon.png"');
  for (const path of ['/social.png', '/apple-touch-icon.png']) {
    const response = await fetch(`${web.url}${path}`);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(100_000);
  }
});

test('security.txt says whom to write to, for less than a year from now', async () => {
  const { headers, html } = await aVisitor(web.url).get('/.well-known/security.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    html
      .trim()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  );
  expect(fields.get('Contact')).toBe(`mailto:${supportSettings.SUPPORT_EMAIL}`);
  expect(fields.get('Canonical')).toBe(`${home}/.well-known/security.txt`);
  const days = (new Date(fields.get('Expires') ?? '').getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(366);
});
