import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { launchBrowser, openPage } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aVisitor } from '../support/visitor.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';

/** A web server whose database lacks a table, so every request with a session fails. */
const web = await sharedWeb();
await prisma.$executeRaw`ALTER TABLE sessions RENAME TO lost`;
const browser = await launchBrowser();

const session = encodeURIComponent(btoa(JSON.stringify('somebody')));

test('an unexpected error shows the request id', async () => {
  const response = await fetch(`${web.url}/`, { headers: { cookie: `sid=${session}` } });
  const html = await response.text();
  expect(response.status).toBe(500);
  expect(html).toContain('Something went wrong');
  expect(html).toContain(`>${response.headers.get('x-request-id')}</code>`);
  expect(html).toContain('<title>Something went wrong · Dakiya</title>');
});

test('the request id stays the same when scripts run, and a later error shows another id', async () => {
  const page = await openPage(browser, web.url);
  const signIn = () => page.context().addCookies([{ name: 'sid', value: session, url: web.url }]);
  await signIn();
  const response = await page.goto('/login');
  const id = (await response?.allHeaders())?.['x-request-id'] ?? 'none';
  expect(await page.getByText(id).count()).toBe(1);
  await page.context().clearCookies();
  await page.goto('/');
  await signIn();
  const failed = page.waitForResponse((response) => response.url().includes('/login.data'));
  await page.getByRole('link', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  const later = (await (await failed).allHeaders())['x-request-id'] ?? 'none';
  expect(await page.getByText(later).count()).toBe(1);
  expect(await page.getByText('The server could not complete this request.').count()).toBe(1);
});

test('a page broken by its own script does not report a server error', async () => {
  const page = await openPage(browser, web.url);
  await page.goto('/');
  await waitForIdle(page);
  // The response is valid, but not the data that the page expects.
  await page.route('**/login.data*', (route) =>
    route.fulfill({
      headers: { 'x-remix-response': 'yes', 'content-type': 'text/x-script' },
      body: '[{"_1":2},"routes/_auth",{"_3":4},"data",null]\n',
    }),
  );
  await page.getByRole('link', { name: 'Login' }).click();
  await page.getByText('This page could not be shown.').waitFor();
  expect(await page.getByText(/could not complete this request|req_/).count()).toBe(0);
});

test('an unknown path is not shown as an unexpected error', async () => {
  const page = await aVisitor(web.url).get('/no/such/page');
  expect(page.status).toBe(404);
  expect(page.html).toContain('<title>Page Not Found · Dakiya</title>');
  expect(page.html).toContain('Back to Home');
  expect(page.html).not.toContain('>req_');
});
