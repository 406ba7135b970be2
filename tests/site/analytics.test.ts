import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { axeViolations, launchBrowser, localhostUrl, openPage } from '../harness/browser.ts';
import { startWeb } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { aVisitor } from '../support/visitor.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';

const counter = await stopAfterFile(aCounter());
const script = `${counter.origin}/script.js`;
const web = await stopAfterFile(
  startWeb({ ANALYTICS_SCRIPT_URL: script, ANALYTICS_SITE_ID: 'site' }),
);
const plain = await sharedWeb();
const browser = await launchBrowser();

/** An analytics server: the requests it received, its script, and that script's reports. */
async function aCounter() {
  const requestedUrls: string[] = [];
  const server = createServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    if (request.url !== '/script.js') return void response.end();
    response.setHeader('content-type', 'text/javascript');
    response.end(`
      const { src, dataset } = document.currentScript;
      fetch(new URL('/seen?' + dataset.websiteId + '&' + dataset.domain, src));
    `);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked: requestedUrls,
    origin: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

const banner = '<section aria-label="Analytics"';
const policyOf = ({ headers }: { headers: Headers }) =>
  headers.get('content-security-policy') ?? '';

test('without a configured script there are no analytics and no banner, and the content policy is strict', async () => {
  const visitor = aVisitor(plain.url);
  const page = await visitor.get('/about');
  expect(page.html).not.toContain(banner);
  expect(policyOf(page)).toContain("connect-src 'self'");
  expect(policyOf(page)).toMatch(/script-src 'self' 'nonce-[^']+';/);
  expect(policyOf(page)).not.toContain('http:');
  expect((await visitor.get('/cookie-policy')).html).toContain('No analytics are in use');
});

test('no analytics script loads before the visitor consents; after the consent, its tag has the nonce of the page', async () => {
  const visitor = aVisitor(web.url);
  const page = await visitor.get('/about?from=mail');
  expect(page.html).toContain(banner);
  expect(page.html).not.toContain(script);
  const sent = await visitor.post('/consent', { consent: 'yes', to: '/about?from=mail' });
  expect(sent).toMatchObject({ status: 302, location: '/about?from=mail' });
  const allowed = await visitor.follow(sent);
  expect(allowed.html).not.toContain(banner);
  const nonce = policyOf(allowed).match(/'nonce-([^']+)'/)?.[1];
  const tag = allowed.html.match(/<script async=""[^>]*script\.js[^>]*>/)?.[0] ?? '';
  expect(tag).toContain(`src="${script}"`);
  expect(tag).toContain(`nonce="${nonce}"`);
  expect(tag).toContain('data-website-id="site"');
  expect(tag).toContain('data-domain="site"');
  expect(policyOf(allowed)).toContain(`connect-src 'self' ${counter.origin}`);
  expect(policyOf(allowed)).toContain(`' ${counter.origin};script-src-attr`);
});

test('a visitor who declined is not asked again, and can change the choice', async () => {
  const visitor = aVisitor(web.url);
  const no = await visitor.follow(await visitor.post('/consent', { consent: 'no', to: '/about' }));
  expect(no.html).not.toContain(banner);
  expect(no.html).not.toContain(script);
  const choice = await visitor.get('/cookie-policy');
  expect(choice.html).toContain('You declined analytics.');
  expect(choice.html).toMatch(/<button aria-pressed="true"[^>]*value="no"/);
  await visitor.post('/consent', { consent: 'yes', to: '/cookie-policy' });
  expect((await visitor.get('/cookie-policy')).html).toContain('You have allowed analytics');
});

test('with the Global Privacy Control signal no analytics script loads', async () => {
  const visitor = aVisitor(web.url);
  await visitor.post('/consent', { consent: 'yes' });
  for (const cookie of ['', `consent=${visitor.jar.get('consent')?.value}`]) {
    const page = await fetch(`${web.url}/about`, { headers: { 'sec-gpc': '1', cookie } });
    const html = await page.text();
    expect(html).not.toContain(banner);
    expect(html).not.toContain(script);
  }
  const policy = await fetch(`${web.url}/cookie-policy`, { headers: { 'sec-gpc': '1' } });
  expect(await policy.text()).toContain('Global Privacy Control');
});

test('pages whose URL contains a secret are not reported', async () => {
  const visitor = aVisitor(web.url);
  await visitor.post('/consent', { consent: 'yes' });
  for (const path of [
    '/reset-password/token',
    '/confirm-email/token',
    '/undo-email-change/token',
    '/undo-account-deletion/token',
    '/auth/callback?token=t',
  ]) {
    const { html } = await visitor.get(path);
    expect([path, html.includes(script)]).toEqual([path, false]);
    expect(html).toContain('<meta name="referrer" content="strict-origin"/>');
  }
});

test('pages with inputs for keys, passwords or calls load no third-party script', async () => {
  const visitor = aVisitor(web.url);
  await visitor.post('/consent', { consent: 'yes' });
  for (const path of ['/login', '/register', '/forget-password', '/api-reference/sendMessage']) {
    const { html } = await visitor.get(path);
    expect([path, html.includes(script)]).toEqual([path, false]);
  }
  expect((await visitor.get('/docs/messaging')).html).toContain(script);
});

test('the analytics script loads after consent, and a page with secrets opens in a new document without the script', async () => {
  const page = await openPage(browser, localhostUrl(web), {
    viewport: { width: 360, height: 800 },
  });
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  await page.goto('/about');
  const question = page.getByRole('region', { name: 'Analytics' });
  await question.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(counter.asked).toEqual([]);
  const seen = page.waitForResponse((response) => response.url().includes('/seen'));
  await question.getByRole('button', { name: 'Allow' }).click();
  await question.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/about');
  await seen;
  expect(counter.asked).toEqual(['/script.js', '/seen?site&site']);

  await page.setViewportSize({ width: 1280, height: 800 });
  await waitForIdle(page);
  documents.length = 0;
  await page.getByRole('link', { name: 'Features' }).first().click();
  await page.waitForURL('**/features');
  expect(documents).toEqual([]);
  await page.getByRole('link', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Login' }).waitFor();
  expect(documents).toEqual(['/login']);
  expect(await page.locator(`script[src="${script}"]`).count()).toBe(0);
  await waitForIdle(page);
  await page.getByRole('link', { name: 'Dakiya' }).click();
  await page.getByRole('heading', { level: 1, name: /Send a text/ }).waitFor();
  expect(await page.locator(`script[src="${script}"]`).count()).toBe(0);
});

test('an invalid choice is rejected, and the form redirects only within this site', async () => {
  const visitor = aVisitor(web.url);
  expect((await visitor.post('/consent', { consent: 'perhaps' })).status).toBe(400);
  const sent = await visitor.post('/consent', { consent: 'no', to: 'https://evil.example/' });
  expect(sent.location).toBe('/cookie-policy');
  expect((await visitor.get('/consent')).location).toBe('/cookie-policy');
});
