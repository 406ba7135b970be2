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

/** Axe looks at each page once wide and once narrow; between, a page may only not be too wide. */
const looks = [
  { width: 1280, colorScheme: 'dark', between: [768] },
  { width: 360, colorScheme: 'light', between: [] },
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
  'senders',
  'account',
  'plan-details',
  'billing-history',
  'settings',
] as const;

/** What axe finds on a page, and where it must be scrolled sideways. */
async function faultsOf(page: Page, { width, between }: Look): Promise<string[]> {
  return [...(await axeViolations(page)), ...(await tooWide(page, [...between, width]))];
}

/** The same in both schemes, for what is made otherwise in a narrow window than in a wide one. */
async function faultsInBoth(page: Page, { width, between, colorScheme }: Look): Promise<string[]> {
  const wide = await tooWide(page, [...between, width]);
  return [...(await axeViolationsInBothSchemes(page, colorScheme)), ...wide];
}

const tooWide = async (page: Page, widths: number[]) =>
  (await findOverflowingWidths(page, widths)).map((at) => `too wide for ${at}`);

test.each(looks)('pages for visitors have no barriers: $width $colorScheme', async (look) => {
  const page = await openPage(browser, web.url, windowOf(look));
  for (const path of visitorsPages) {
    await page.goto(path);
    const faults = path === '/' ? await faultsInBoth(page, look) : await faultsOf(page, look);
    expect([path, faults]).toEqual([path, []]);
  }
  await page.goto('/register');
  await page.getByLabel('Email').fill('half@');
  await page.getByLabel('Confirm Password').fill('other');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Please accept the terms').waitFor();
  expect(await page.getByText('Passwords do not match').count()).toBe(1);
  expect(await faultsOf(page, look)).toEqual([]);
});

test.each(looks)('the dashboard has no barriers: $width $colorScheme', async (look) => {
  const user = await aUser({ name: 'Asha Rao', confirmed: false });
  await createKey({ userId: user.userId, name: 'Production' });
  const page = await openPageAs(user, browser, web.url, windowOf(look));
  expect(await faultsOf(page, look)).toEqual([]);
  for (const tab of members) {
    await page.goto(paths.dashboard(tab));
    expect([tab, await faultsOf(page, look)]).toEqual([tab, []]);
  }
  const [id = ''] = await insertMessages(user.userId, [{}, { state: 'failed', content: null }]);
  await page.goto(paths.dashboard('messages'));
  expect(await faultsInBoth(page, look)).toEqual([]);
  for (const path of [
    paths.messages({ state: 'lost', number: '1', from: 'x' }),
    paths.messages({ state: 'queued' }),
    paths.message(id),
    paths.requestLog(),
    paths.recipients({ number: '9876543210' }),
  ]) {
    await page.goto(path);
    expect([path, await faultsOf(page, look)]).toEqual([path, []]);
  }
  const increment = { userId: user.userId, day: new Date(), latencyBucket: 28, count: 1_23_456 };
  const metrics = ['accepted', 'delivered', 'failed'] as const;
  await prisma.statIncrement.createMany({
    data: metrics.map((one) => ({ ...increment, metric: one })),
  });
  await page.goto('/dashboard');
  await page.locator('summary', { hasText: 'Show as a table' }).click();
  expect(await faultsInBoth(page, look)).toEqual([]);
  await page.locator('summary', { hasText: 'Show as a table' }).click();
  if (look.width < 768) await page.locator('summary', { hasText: 'Menu' }).click();
  await page.locator('summary:visible', { hasText: 'Asha Rao' }).click();
  expect(await faultsInBoth(page, look)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.locator('details[open]').count()).toBe(0);
});

test.each(looks)('the registry has no barriers: $width $colorScheme', async (look) => {
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
  const page = await openPageAs(user, browser, web.url, windowOf(look));
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
    expect([path, await faultsOf(page, look)]).toEqual([path, []]);
  }
});

function windowOf({ width, colorScheme }: Look) {
  return { viewport: { width, height: 800 }, colorScheme };
}
