import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { createKey } from '#domain/credentials/create-key.server.ts';
import { aUser } from '../support/account.ts';
import { aBrowser, aWindow, aWindowOf, faultsOf as barriersOn } from '../support/browser.ts';
import { startWeb } from '../support/programs.ts';
import { whileTestsRun } from '../support/while-tests-run.ts';

const web = await whileTestsRun(startWeb());
const browser = await aBrowser();

const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light' },
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const;

const visitorsPages = [
  '/',
  '/docs',
  '/login',
  '/register',
  '/forget-password',
  '/reset-password/token',
  '/confirm-email/token',
  '/nowhere',
];

const members = ['home', 'new-api', 'manage-api', 'account'];

/** What axe finds on a page, and whether it must be scrolled sideways. */
async function faultsOf(page: Page): Promise<string[]> {
  const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  return [...(await barriersOn(page)), ...(wide ? ['wider than the window'] : [])];
}

test.each(looks)('pages for visitors have no barriers: $width $colorScheme', async (look) => {
  const page = await aWindow(browser, web.url, windowOf(look));
  for (const path of visitorsPages) {
    await page.goto(path);
    expect([path, await faultsOf(page)]).toEqual([path, []]);
  }
  await page.goto('/register');
  await page.getByLabel('Email').fill('half@');
  await page.getByLabel('Confirm Password').fill('other');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Please accept the terms').waitFor();
  expect(await page.getByText('Passwords do not match').count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
});

test.each(looks)('the dashboard has no barriers: $width $colorScheme', async (look) => {
  const user = await aUser({ name: 'Asha Rao', confirmed: false });
  await createKey({ userId: user.userId, name: 'Production' });
  const page = await aWindowOf(user, browser, web.url, windowOf(look));
  expect(await faultsOf(page)).toEqual([]);
  for (const tab of members) {
    await page.goto(`/dashboard?tab=${tab}`);
    expect([tab, await faultsOf(page)]).toEqual([tab, []]);
  }
  if (look.width < 768) await page.locator('summary', { hasText: 'Menu' }).click();
  await page.locator('summary:visible', { hasText: 'Asha Rao' }).click();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.locator('details[open]').count()).toBe(0);
});

function windowOf({ width, colorScheme }: (typeof looks)[number]) {
  return { viewport: { width, height: 800 }, colorScheme };
}
