import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { aUser } from '../support/account.ts';
import {
  axeViolationsAtAllWidths,
  axeViolationsInBothSchemes,
  findOverflowingWidths,
  launchBrowser,
  openPage,
  openPageAs,
} from '../support/browser.ts';
import { registerSenders } from '../support/dlt.ts';
import { insertMessages } from '../support/messages.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { visit } from '../support/wait-for-idle.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

/** For the documentation see `tests/site/docs.test.ts`, for pages of text `static-pages.test.ts`. */
const visitorsPages = [
  '/',
  '/features',
  '/plans',
  '/payment',
  '/login',
  '/register',
  '/forget-password',
  '/reset-password/token',
  '/confirm-email/token',
  '/undo-email-change/token',
  '/undo-account-deletion/token',
  '/nowhere',
];

/** For the screens of senders, webhooks, numbers and services see `filled-screens.test.ts`. */
const members = [
  'home',
  'new-api',
  'message',
  'OTPVerification',
  'manage-api',
  'api',
  'messages',
  'account',
  'plan-details',
  'billing-history',
  'settings',
] as const;

/** What is wrong with a page: dark in a wide window, light in a narrow one. */
const faultsOf = (page: Page) => axeViolationsAtAllWidths(page, { wide: 'dark' });

/** The same in both schemes, for what is made otherwise in a narrow window than in a wide one. */
const faultsInBoth = (page: Page) =>
  axeViolationsAtAllWidths(page, { wide: 'dark', everywhere: true });

test('pages for visitors have no barriers, wide and narrow', async () => {
  const page = await openPage(browser, web.url);
  for (const path of visitorsPages) {
    await visit(page, path);
    const faults = path === '/' ? await faultsInBoth(page) : await faultsOf(page);
    expect([path, faults]).toEqual([path, []]);
  }
  await page.goto('/register');
  await page.getByLabel('Email').fill('half@');
  await page.getByLabel('Password', { exact: true }).fill('quiet river');
  await page.getByLabel('Confirm Password').fill('other');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Please accept the terms').waitFor();
  expect(await page.getByText('Passwords do not match').count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
}, 120_000);

test('the dashboard has no barriers, wide and narrow', async () => {
  const user = await aUser({ name: 'Asha Rao', confirmed: false });
  await createKey({ userId: user.userId, name: 'Production' });
  const page = await openPageAs(user, browser, web.url);
  for (const tab of members) {
    await visit(page, paths.dashboard(tab));
    expect([tab, await faultsOf(page)]).toEqual([tab, []]);
  }
  const [id = ''] = await insertMessages(user.userId, [{}, { state: 'failed', content: null }]);
  await visit(page, paths.dashboard('messages'));
  expect(await faultsInBoth(page)).toEqual([]);
  for (const path of [
    paths.messages({ state: 'lost', number: '1', from: 'x' }),
    paths.messages({ state: 'queued' }),
    paths.message(id),
    paths.requestLog(),
    paths.recipients({ number: '9876543210' }),
  ]) {
    await visit(page, path);
    expect([path, await faultsOf(page)]).toEqual([path, []]);
  }
  const increment = { userId: user.userId, day: new Date(), latencyBucket: 28, count: 1_23_456 };
  const metrics = ['accepted', 'delivered', 'failed'] as const;
  await prisma.statIncrement.createMany({
    data: metrics.map((one) => ({ ...increment, metric: one })),
  });
  await visit(page, '/dashboard');
  await page.locator('summary', { hasText: 'Show as a table' }).click();
  expect(await faultsInBoth(page)).toEqual([]);
  await page.locator('summary', { hasText: 'Show as a table' }).click();
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

test('the forms of the registry have no barriers, wide and narrow', async () => {
  const user = await aUser();
  await registerSenders(user.userId, 'ACMEIN', '567890');
  const page = await openPageAs(user, browser, web.url);
  for (const path of [paths.newHeader, paths.newEntity, paths.newTemplate]) {
    await visit(page, path);
    expect([path, await faultsOf(page)]).toEqual([path, []]);
  }
});
