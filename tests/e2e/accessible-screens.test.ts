import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.server.ts';
import { prisma } from '#platform/db.server.ts';
import { aUser } from '../support/account.ts';
import {
  axeViolations,
  axeViolationsInBothSchemes,
  findOverflowingWidths,
  launchBrowser,
  openPage,
  openPageAs,
} from '../support/browser.ts';
import { registerBodies, registerSenders } from '../support/dlt.ts';
import { insertMessages } from '../support/messages.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

/**
 * How axe looks at each page, which is loaded once: what differs between them is decided by style sheets alone. At the
 * other widths a page may only not be too wide.
 */
const looks = [
  { widths: [768, 1280], colorScheme: 'dark' },
  { widths: [360], colorScheme: 'light' },
] as const;

type Look = (typeof looks)[number];

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

const members = [
  'home',
  'new-api',
  'message',
  'OTPVerification',
  'manage-api',
  'api',
  'messages',
  'webhooks',
  'senders',
  'account',
  'plan-details',
  'billing-history',
  'settings',
] as const;

/** Shows a page in a look. @returns the widths at which it must be scrolled sideways */
async function show(page: Page, { widths, colorScheme }: Look): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  return (await findOverflowingWidths(page, widths)).map((at) => `too wide for ${at}`);
}

/** What axe finds on a page in each look, and where it must be scrolled sideways. */
async function faultsOf(
  page: Page,
  find: FindFaults = (page) => axeViolations(page),
): Promise<string[]> {
  const faults: string[] = [];
  for (const look of looks) {
    faults.push(...(await show(page, look)), ...(await find(page, look.colorScheme)));
  }
  return faults;
}

type FindFaults = (page: Page, scheme: Look['colorScheme']) => Promise<string[]>;

/** The same in both schemes, for what is made otherwise in a narrow window than in a wide one. */
const faultsInBoth = (page: Page) => faultsOf(page, axeViolationsInBothSchemes);

test('pages for visitors have no barriers, wide and narrow', async () => {
  const page = await openPage(browser, web.url);
  for (const path of visitorsPages) {
    await page.goto(path);
    const faults = path === '/' ? await faultsInBoth(page) : await faultsOf(page);
    expect([path, faults]).toEqual([path, []]);
  }
  await page.goto('/register');
  await page.getByLabel('Email').fill('half@');
  await page.getByLabel('Confirm Password').fill('other');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Please accept the terms').waitFor();
  expect(await page.getByText('Passwords do not match').count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
});

test('the dashboard has no barriers, wide and narrow', async () => {
  const user = await aUser({ name: 'Asha Rao', confirmed: false });
  await createKey({ userId: user.userId, name: 'Production' });
  const page = await openPageAs(user, browser, web.url);
  expect(await faultsOf(page)).toEqual([]);
  for (const tab of members) {
    await page.goto(paths.dashboard(tab));
    expect([tab, await faultsOf(page)]).toEqual([tab, []]);
  }
  const [id = ''] = await insertMessages(user.userId, [{}, { state: 'failed', content: null }]);
  await page.goto(paths.dashboard('messages'));
  expect(await faultsInBoth(page)).toEqual([]);
  for (const path of [
    paths.messages({ state: 'lost', number: '1', from: 'x' }),
    paths.messages({ state: 'queued' }),
    paths.message(id),
    paths.requestLog(),
    paths.recipients({ number: '9876543210' }),
    paths.suppressions(),
    paths.newWebhook,
    paths.listen(),
  ]) {
    await page.goto(path);
    expect([path, await faultsOf(page)]).toEqual([path, []]);
  }
  const increment = { userId: user.userId, day: new Date(), latencyBucket: 28, count: 1_23_456 };
  const metrics = ['accepted', 'delivered', 'failed'] as const;
  await prisma.statIncrement.createMany({
    data: metrics.map((one) => ({ ...increment, metric: one })),
  });
  await page.goto('/dashboard');
  await page.locator('summary', { hasText: 'Show as a table' }).click();
  expect(await faultsInBoth(page)).toEqual([]);
  await page.locator('summary', { hasText: 'Show as a table' }).click();
  for (const look of looks) {
    await show(page, look);
    const menu = page.locator('summary:visible', { hasText: 'Menu' });
    if ((await menu.count()) > 0) await menu.click();
    await page.locator('summary:visible', { hasText: 'Asha Rao' }).click();
    expect(await axeViolationsInBothSchemes(page, look.colorScheme)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.locator('details[open]').count()).toBe(0);
  }
}, 120_000);

test('the registry has no barriers, wide and narrow', async () => {
  const user = await aUser();
  const { userId } = user;
  const templateId = '1107160000000000001';
  await registerSenders(userId, 'ACMEIN', '567890');
  await registerBodies(userId, { [templateId]: 'Your code is {#numeric#}. - ACME' });
  const at = new Date();
  await prisma.dltDrift.create({
    data: {
      ...{ userId, day: at, header: 'ACMEIN', templateId, verdict: 'dlt_header_suspended' },
      ...{ rejections: 1_23_456, carrier: 'airtel', errorCode: '622', messageId: 'msg_1' },
      lastAt: at,
    },
  });
  const page = await openPageAs(user, browser, web.url);
  for (const path of [
    paths.senders(),
    paths.newHeader,
    paths.newEntity,
    paths.templates(),
    paths.newTemplate,
    paths.template(templateId),
    paths.links(),
    paths.rejections,
    paths.importTemplates,
  ]) {
    await page.goto(path);
    expect([path, await faultsOf(page)]).toEqual([path, []]);
  }
});
