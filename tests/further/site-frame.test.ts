import { expect, test } from 'vitest';
import { launchBrowser, openPage } from '../harness/browser.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aMember } from '../support/member.ts';
import { aVisitor, type Visitor } from '../support/visitor.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

const backgroundOf = 'getComputedStyle(document.body).backgroundColor';
const paper = 'rgb(250, 248, 244)';
const night = 'rgb(15, 17, 21)';

test('the theme follows the system until the visitor chooses a theme, and the choice is stored', async () => {
  const page = await openPage(browser, web.url, { colorScheme: 'dark' });
  await page.goto('/docs');
  expect(await page.evaluate(backgroundOf)).toBe(night);
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await page.locator('[data-theme=light]').waitFor();
  expect(await page.evaluate(backgroundOf)).toBe(paper);
  await page.goto('/login');
  expect(await page.evaluate(backgroundOf)).toBe(paper);
  await page.goto('/docs');
  await page.getByRole('button', { name: 'System' }).click();
  await page.locator('[data-theme=system]').waitFor();
  expect(await page.evaluate(backgroundOf)).toBe(night);
});

/** The times at which the page requested its scripts. */
const scriptTimes = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ startTime }) => startTime)`;

/** Opens a page, and records its violations of the content policy. */
async function openGuarded() {
  const page = await openPage(browser, web.url);
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', ({ blockedURI }) => (window.blocked ??= []).push(blockedURI))`,
  );
  return { page, blocked: () => page.evaluate<string[]>('window.blocked ?? []') };
}

test('the login loads its scripts after it is painted, and violates no content policy', async () => {
  const { page, blocked } = await openGuarded();
  await page.goto('/login');
  const paintedAt = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
  );
  const scripts = await page.evaluate<number[]>(scriptTimes);
  expect(scripts.length).toBeGreaterThan(5);
  expect(Math.min(...scripts)).toBeGreaterThanOrEqual(paintedAt);
  expect(await blocked()).toEqual([]);
});

test.each([
  ['/', 'label:has-text("Python")'],
  ['/docs/messaging', 'input[type=search]'],
  ['/api-reference/sendOtp', 'button'],
])('%s loads no script while a visitor uses only its links', async (path, control) => {
  const { page, blocked } = await openGuarded();
  const byLink = () => page.getByRole('contentinfo').getByRole('link', { name: 'About' });
  await page.goto(path, { waitUntil: 'load' });
  await byLink().hover();
  await byLink().focus();
  expect(await page.evaluate(scriptTimes)).toEqual([]);
  await byLink().click();
  await page.waitForURL('**/about');
  expect(await page.evaluate(scriptTimes)).toEqual([]);

  await page.goto(path, { waitUntil: 'load' });
  await page.locator(control).filter({ visible: true }).first().hover();
  await until('its scripts are loaded', async () => {
    return (await page.evaluate<number[]>(scriptTimes)).length > 5;
  });
  expect(await blocked()).toEqual([]);
});

test('a page that delays its scripts shows the toast of the previous page even if the visitor does not use the page', async () => {
  const visitor = aVisitor(web.url);
  await visitor.get('/auth/callback?error=access_denied');
  const [name, { value }] = [...visitor.jar].find(([name]) => name.endsWith('flash')) ?? [
    '',
    { value: '' },
  ];
  const page = await openPage(browser, web.url);
  await page.context().addCookies([{ name, value, url: web.url }]);
  await page.goto('/', { waitUntil: 'load' });
  await page.locator('.toast-corner p').first().waitFor();
});

test('each response has its own nonce, which the response’s content policy allows, even if the page was rendered earlier', async () => {
  const nonces = new Set<string>();
  for (let i = 0; i < 3; i++) {
    const response = await fetch(`${web.url}/login`);
    const allowed = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '');
    const used = [...(await response.text()).matchAll(/<script[^>]* nonce="([^"]+)"/g)];
    expect(used.length).toBeGreaterThan(1);
    for (const [, nonce = ''] of used) nonces.add(nonce === allowed?.[1] ? nonce : 'not allowed');
  }
  expect(nonces.size).toBe(3);
  expect(nonces).not.toContain('not allowed');
});

test('without JavaScript the theme form redirects back to the page', async () => {
  const visitor = aVisitor(web.url);
  const answer = await visitor.post('/theme', { theme: 'dark', to: '/docs?q=a' });
  expect(answer.location).toBe('/docs?q=a');
  expect((await visitor.get('/docs')).html).toContain('data-theme="dark"');
  expect((await visitor.post('/theme', { theme: 'pink', to: '/' })).status).toBe(400);
  const elsewhere = await visitor.post('/theme', { theme: 'dark', to: 'https://evil.example' });
  expect(elsewhere.location).toBe('/');
});

test('a theme cookie with an unknown value is ignored', async () => {
  const cookie = 'theme=%3Cscript%3E; language=cobol; consent=;;; flash=x; zone=Mars/Olympus';
  const response = await fetch(`${web.url}/docs`, { headers: { cookie } });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('data-theme="system"');
});

test.each([true, false])(
  'on a phone the menu is closed again on the next page, and every page starts at its top (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const viewport = { width: 360, height: 500 };
    const page = await openPage(browser, web.url, { viewport, javaScriptEnabled });
    await page.goto('/');
    const link = page.getByRole('banner').getByRole('link', { name: 'Documentation' });
    expect(await link.isVisible()).toBe(false);
    await page.locator('summary', { hasText: 'Menu' }).click();
    await link.click();
    await page.waitForURL('**/docs');
    await link.waitFor({ state: 'hidden' });
    const next = page.getByRole('link', { name: /^Next/ });
    await next.scrollIntoViewIfNeeded();
    await until('it is scrolled', () => page.evaluate('scrollY > 100'));
    await next.click();
    await page.waitForURL('**/docs/authentication');
    await until('it is at its top', () => page.evaluate('scrollY === 0'));
  },
);

test('a signed-in user sees a link to the dashboard, and any other visitor a link to the login', async () => {
  const bannerOf = async (visitor: Visitor) =>
    /<header.*?<\/header>/s.exec((await visitor.get('/')).html)?.[0];
  const visitors = await bannerOf(aVisitor(web.url));
  expect(visitors).toMatch(/href="\/login"[^>]*>Login</);
  const { visitor } = await aMember(web.url);
  const members = await bannerOf(visitor);
  expect(members).toMatch(/href="\/dashboard"[^>]*>Dashboard</);
  expect(members).not.toContain('href="/login"');
});

test('/signup redirects to the registration page', async () => {
  const page = await aVisitor(web.url).get('/signup');
  expect([page.status, page.location]).toEqual([301, '/register']);
});

test('the design system is not shown in production', async () => {
  expect((await aVisitor(web.url).get('/design')).status).toBe(200);
  const deployed = await stopAfterTest(
    startWeb({
      NODE_ENV: 'production',
      ENCRYPTION_KEYS: `mine:${'A'.repeat(43)}=`,
      HASH_KEY: 'a key of the deployment that nobody else has',
      SMPP_PASSWORD: 'secret',
      MAIL_FROM: 'post@example.com',
      SUPPORT_EMAIL: 'support@example.com',
      SMTP_URL: 'smtp://mail.example.com',
    }),
  );
  expect((await aVisitor(deployed.url).get('/design')).status).toBe(404);
});
