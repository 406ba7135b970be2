import { expect, test } from 'vitest';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();

const ask = async (path: string) => {
  const { status, headers } = await fetch(`${web.url}${path}`, { redirect: 'manual' });
  return { status, of: (name: string) => headers.get(name) };
};

const html = await (await fetch(web.url)).text();
const [script = ''] = html.match(/\/assets\/[^"]+\.js/) ?? [];

test('a file whose name changes with its content is cached permanently, any other for an hour', async () => {
  expect((await ask(script)).of('cache-control')).toBe('public, max-age=31536000, immutable');
  for (const path of ['/favicon.svg', '/social.png', '/apple-touch-icon.png']) {
    const file = await ask(path);
    expect([path, file.status, file.of('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=3600',
    ]);
    expect(file.of('x-content-type-options')).toBe('nosniff');
  }
});

test('other sites may show our pictures, and nothing else of ours', async () => {
  const policyOf = async (path: string) => (await ask(path)).of('cross-origin-resource-policy');
  expect(await policyOf('/social.png')).toBe('cross-origin');
  expect(await policyOf(script)).toBe('same-origin');
  expect(await policyOf('/')).toBe('same-origin');
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
])('an address that is no file is a page like any other: %s', async (path) => {
  const page = await ask(path);
  expect(page.status).toBeGreaterThanOrEqual(400);
  expect(page.status).toBeLessThan(500);
  expect(page.of('x-request-id')).toMatch(/^req_/);
  expect(page.of('content-security-policy')).toContain('default-src');
});
