import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { onTestFinished } from 'vitest';
import { inherited } from '#scripts/environment.ts';
import type { User } from './account.ts';
import { signedIn } from './signed-in.ts';

let launched: Promise<Browser> | undefined;

/** The browser that all test files of this process share; it ends with the process. */
export function launchBrowser(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

function launch(): Promise<Browser> {
  const { TEST_CHROMIUM } = inherited;
  if (!TEST_CHROMIUM) throw new Error('Run the tests with `npm test`.');
  // A container's root has no sandbox to offer, and the pages are our own.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  // Pages live for seconds: without the optimizing compiler they, and axe, take a tenth less processor time.
  args.push('--js-flags=--no-opt');
  return chromium.launch({ executablePath: TEST_CHROMIUM, args });
}

/** The address by which a browser must know a web that `startWeb` started. */
export const localhostUrl = ({ url }: { url: string }) => url.replace('127.0.0.1', 'localhost');

/** Opens a window that knows nobody, gone when the test is over. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}) {
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
export async function openPageAs(
  user: User,
  ...[browser, url, options]: Parameters<typeof openPage>
) {
  const page = await openPage(browser, url, options);
  const { jar } = await signedIn(url, user);
  const kept = { url, httpOnly: true, sameSite: 'Lax' as const };
  const cookies = [...jar].map(([name, { value }]) => ({ name, value, ...kept }));
  await page.context().addCookies(cookies);
  await page.goto('/dashboard');
  return page;
}

/**
 * Waits until a page has loaded everything and done with it. Before that a link or form may still be the
 * browser's own, which leads to a new document, as it does without JavaScript.
 */
export async function waitForIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
}

/** Holds the scripts of a page back. @returns what lets them come */
export async function holdScripts(page: Page) {
  let letCome: (value: unknown) => void = () => undefined;
  const come = new Promise((resolve) => {
    letCome = resolve;
  });
  await page.route('**/assets/**/*.js', async (route) => {
    await come;
    await route.continue();
  });
  return () => letCome(null);
}

/** The rules of axe by which a page can be right in one colour scheme and wrong in the other. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** A third of the size of what its package exports as `source`, which each page would have to compile. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

type WithAxe = { axe?: typeof axe };

/**
 * What axe finds wrong with a page, a line each. Where JavaScript is off it cannot look.
 *
 * @param runOnly some of axe's rules; by default all
 */
export async function axeViolations(page: Page, runOnly?: string[]): Promise<string[]> {
  const isLoaded = await page.evaluate(() => !!(globalThis as WithAxe).axe);
  if (!isLoaded) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (runOnly) => {
    // What passes is counted nowhere, and gathering it takes longer than finding what does not.
    const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly }) };
    const found = await (globalThis as unknown as Required<WithAxe>).axe.run(options);
    return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
  }, runOnly);
  return violations.flatMap(({ id, nodes }) => nodes.map((html) => `${id}: ${html}`));
}

/**
 * What axe finds wrong with a page in either colour scheme. Style sheets change nothing but colours between the
 * two, so in the second scheme only colours are looked at.
 *
 * @param first the scheme that the page has, and has again afterwards
 */
export async function axeViolationsInBothSchemes(
  page: Page,
  first: 'light' | 'dark',
): Promise<string[]> {
  const found = await axeViolations(page);
  await page.emulateMedia({ colorScheme: first === 'light' ? 'dark' : 'light' });
  found.push(...(await axeViolations(page, colorRules)));
  await page.emulateMedia({ colorScheme: first });
  return found;
}

/** Of the given widths, those at which an open page must be scrolled sideways. */
export async function findOverflowingWidths(
  page: Page,
  widths: readonly number[],
): Promise<number[]> {
  const found: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) found.push(width);
  }
  return found;
}

/**
 * What axe finds wrong with an open page in a wide window and in a narrow one, light and dark, and the widths
 * at which it must be scrolled sideways. It is loaded once: what differs is decided by style sheets alone.
 */
export async function axeViolationsAtAllWidths(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [widths, colorScheme] of [
    [[1600, 768, 1280], 'light'],
    [[360], 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(
      ...(await findOverflowingWidths(page, widths)).map((width) => `too wide for ${width}`),
    );
    faults.push(...(await axeViolations(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}
