import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { screens } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { publicPages } from '#app/site/public-pages.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import {
  axeViolationsAtAllWidths,
  axeViolationsInBothSchemes,
  findOverflowingWidths,
  launchBrowser,
  openPage,
  openPageAs,
} from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { registerSenders } from '../support/dlt.ts';
import { insertMessages } from '../support/messages.ts';
import { visit, waitForIdle } from '../support/wait-for-idle.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

/** Every page for visitors, and one page of each kind in the reference. */
const visitorsPages = [
  ...publicPages([
    'sendMessage',
    'sendBatch',
    'verifyOtp',
    'signInWithGoogle',
    'message.delivered',
  ]),
  ...['/CancellationsRefunds?tab=cancel', '/payment', '/forget-password', '/reset-password/token'],
  ...[
    '/confirm-email/token',
    '/undo-email-change/token',
    '/undo-account-deletion/token',
    '/nowhere',
  ],
];

/** The axe violations of a page: dark in a wide window, and light in a narrow window. */
const faultsOf = (page: Page) => axeViolationsAtAllWidths(page, { wide: 'dark' });

/** The axe violations in both colour schemes at both widths, for elements that look different in a narrow window. */
const faultsInBoth = (page: Page) =>
  axeViolationsAtAllWidths(page, { wide: 'dark', everywhere: true });

/** Returns the pages that scroll sideways with text of twice the size, in a browser that enlarges only text. */
async function findTooWideWithLargeText(page: Page, pages: string[]): Promise<string[]> {
  const tooWide: string[] = [];
  for (const path of pages) {
    await visit(page, path);
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    const widths = await findOverflowingWidths(page, [1280, 1600]);
    await page.evaluate("document.documentElement.style.fontSize = ''");
    tooWide.push(...widths.map((width) => `${path} at ${width}`));
  }
  return tooWide;
}

test('pages for visitors have no axe violations, on wide and narrow screens', async () => {
  const page = await openPage(browser, web.url);
  const sendRequest = page.getByRole('button', { name: 'Send request' });
  for (const path of visitorsPages) {
    await visit(page, path);
    if (/\/(?:send|verify)/.test(path)) await sendRequest.waitFor();
    const faults = path === '/' ? await faultsInBoth(page) : await faultsOf(page);
    expect([path, faults]).toEqual([path, []]);
  }
  expect(
    await findTooWideWithLargeText(page, [
      ...['/', '/plans', '/docs/messaging', '/docs/dlt', '/docs/api-reference'],
      ...['/api-reference', '/api-reference/sendMessage', '/api-reference/message.delivered'],
    ]),
  ).toEqual([]);
  // The width of a window of 1280 pixels at 200 % zoom.
  await visit(page, '/docs/configuration');
  expect(await findOverflowingWidths(page, [640])).toEqual([]);
  await visit(page, '/api-reference/getBalance');
  await sendRequest.click();
  await page.getByRole('status').getByText('401').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.goto('/register');
  await page.getByLabel('Email').fill('half@');
  await page.getByLabel('Password', { exact: true }).fill('quiet river');
  await page.getByLabel('Confirm Password').fill('other');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Please accept the terms').waitFor();
  expect(await page.getByText('Passwords do not match').count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
}, 300_000);

test('every dashboard screen opens from the sidebar and has no axe violations, on wide and narrow screens', async () => {
  const user = await aUser({ name: 'Asha Rao', confirmed: false });
  await createKey({ userId: user.userId, name: 'Production' });
  const page = await openPageAs(user, browser, web.url);
  await page.goto('/dashboard');
  for (const { label, title } of screens) {
    await page.setViewportSize({ width: 1280, height: 800 });
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    await sidebar.getByRole('link', { name: label, exact: true }).click();
    await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
    await waitForIdle(page);
    expect([title, await faultsOf(page)]).toEqual([title, []]);
  }
  const [id = ''] = await insertMessages(user.userId, [{}, { state: 'failed', content: null }]);
  await visit(page, paths.dashboard('messages'));
  expect(await faultsInBoth(page)).toEqual([]);
  for (const path of [
    paths.messages({ state: 'lost', number: '1', from: 'x' }),
    paths.messages({ state: 'queued' }),
    paths.message(id),
    paths.requestLog(),
    paths.auditTrail(),
    paths.recipients({ number: '9876543210' }),
  ]) {
    await visit(page, path);
    expect([path, await faultsOf(page)]).toEqual([path, []]);
  }
  const increment = { userId: user.userId, day: new Date(), latencyBucket: 28, count: 1_23_456 };
  const metrics = ['accepted', 'delivered', 'failed', 'otp_sent', 'otp_verified'] as const;
  await prisma.statIncrement.createMany({
    data: metrics.map((one) => ({ ...increment, metric: one })),
  });
  await visit(page, paths.dashboard('analytics'));
  expect(await faultsInBoth(page)).toEqual([]);
  await visit(page, '/dashboard');
  await page.locator('summary', { hasText: 'Show as a table' }).click();
  expect(await faultsInBoth(page)).toEqual([]);
  await page.locator('summary', { hasText: 'Show as a table' }).click();
  expect(await findTooWideWithLargeText(page, ['/dashboard'])).toEqual([]);
  for (const [width, colorScheme] of [
    [1280, 'dark'],
    [360, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findOverflowingWidths(page, [width])).toEqual([]);
    const menu = page.locator('summary:visible', { hasText: 'Menu' });
    if ((await menu.count()) > 0) await menu.click();
    await page.locator('summary:visible', { hasText: 'Asha Rao' }).click();
    expect(await axeViolationsInBothSchemes(page, colorScheme)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.locator('details[open]').count()).toBe(0);
  }
}, 120_000);

test('the forms of the DLT registry have no axe violations, on wide and narrow screens', async () => {
  const user = await aUser();
  await registerSenders(user.userId, 'ACMEIN', '567890');
  const page = await openPageAs(user, browser, web.url);
  for (const path of [paths.newHeader, paths.newEntity, paths.newTemplate]) {
    await visit(page, path);
    expect([path, await faultsOf(page)]).toEqual([path, []]);
  }
});

test('the key screens have no axe violations with open sections and long names', async () => {
  const user = await aUser();
  const { userId } = user;
  const page = await openPageAs(user, browser, web.url);
  const check = async () => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axeViolationsInBothSchemes(page, 'light')).toEqual([]);
      expect(await findOverflowingWidths(page, [width])).toEqual([]);
    }
  };
  await page.goto(paths.dashboard('manage-api'));
  await check();
  await createKey({ userId, name: 'x'.repeat(100), expiresOn: new Date(Date.now() + 60_000) });
  await createKey({ userId, name: '<script>alert(1)</script>', description: 'Demo' });
  await page.goto(paths.dashboard('manage-api'));
  await check();
  await page.getByLabel('Delete xxx').click();
  await check();
  await page.getByRole('link', { name: '<script>', exact: false }).first().click();
  // Wait until the page of the key is open, because the list has links with the same labels.
  await page.getByRole('heading', { level: 1, name: '<script>' }).waitFor();
  for (const panel of ['Edit <script>', 'Roll <script>', 'Delete <script>']) {
    await page.getByLabel(panel).click();
    await check();
    await page.keyboard.press('Escape');
  }
  for (const tab of ['home', 'new-api'] as const) {
    await page.goto(paths.dashboard(tab));
    await check();
  }
}, 120_000);

test('the explorer’s responses and the sections of the documentation have no axe violations, on wide and narrow screens', async () => {
  const user = await aUser();
  await createKey({ userId: user.userId, name: 'x'.repeat(100) });
  const page = await openPageAs(user, browser, web.url);
  // Some calls need input: their page asks the user to fill in a field before it makes the call.
  const asked: Record<string, string> = { verifyOtp: 'otp', getProfile: 'Session token' };
  for (const operation of ['getBalance', 'verifyOtp', 'getProfile', 'signInWithGitHub']) {
    await visit(page, paths.explorer(operation));
    const field = asked[operation];
    if (field) {
      expect([operation, await axeViolationsAtAllWidths(page)]).toEqual([operation, []]);
      await page.getByLabel(field).last().fill('482913');
    }
    if (operation !== 'signInWithGitHub') {
      await page.getByRole('button', { name: 'Send request' }).click();
      await page.getByText('x-request-id').last().waitFor();
    }
    expect([operation, await axeViolationsAtAllWidths(page)]).toEqual([operation, []]);
  }
  for (const id of ['getting-started', 'messaging', 'api-reference']) {
    await visit(page, paths.ownDocsSection(id));
    expect([id, await axeViolationsAtAllWidths(page)]).toEqual([id, []]);
  }
}, 120_000);
