import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { afterAll, onTestFinished } from 'vitest';
import { inherited } from '#scripts/environment.ts';
import type { User } from './account.ts';

/** Starts the browser that all tests of a file share. */
export async function aBrowser(): Promise<Browser> {
  const { TEST_CHROMIUM } = inherited;
  if (!TEST_CHROMIUM) throw new Error('Run the tests with `npm test`.');
  // A container's root has no sandbox to offer, and the pages are our own.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await chromium.launch({ executablePath: TEST_CHROMIUM, args });
  afterAll(() => browser.close());
  return browser;
}

/** The address by which a browser must know a web that `startWeb` started. */
export const siteOf = ({ url }: { url: string }) => url.replace('127.0.0.1', 'localhost');

/** Opens a window that knows nobody, gone when the test is over. */
export async function aWindow(browser: Browser, url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL: url,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  context.setDefaultTimeout(15_000);
  onTestFinished(() => context.close());
  return context.newPage();
}

/** A window in which a user is signed in. */
export async function aWindowOf(user: User, ...window: Parameters<typeof aWindow>) {
  const page = await aWindow(...window);
  await page.goto('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/dashboard');
  return page;
}

/** What axe finds wrong with a page, a line each. Where JavaScript is off it cannot look. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
