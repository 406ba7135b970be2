import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { onTestFinished } from 'vitest';
import { inherited } from '#scripts/environment.ts';
import type { User } from '../support/account.ts';
import { signedIn } from '../support/signed-in.ts';
import { watchRequests } from '../support/wait-for-idle.ts';

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

type WindowOf = [browser: Browser, url: string, options?: BrowserContextOptions];

/** Opens a window that knows nobody and has loaded nothing, gone when the test is over. */
export async function openPage(...[browser, url, options = {}]: WindowOf): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ baseURL: url, permissions, ...options });
  context.setDefaultTimeout(15_000);
  onTestFinished(() => context.close());
  return watchRequests(await context.newPage());
}

/** A window in which a user is signed in, and nothing is open yet. */
export async function openPageAs(user: User, ...[browser, url, options]: WindowOf): Promise<Page> {
  const page = await openPage(browser, url, options);
  await signIn(page, url, user);
  return page;
}

/** Signs a user in, without the page of the login. */
export async function signIn(page: Page, url: string, user: User): Promise<void> {
  const { jar } = await signedIn(url, user);
  const kept = { url, httpOnly: true, sameSite: 'Lax' as const };
  const cookies = [...jar].map(([name, { value }]) => ({ name, value, ...kept }));
  await page.context().addCookies(cookies);
}

/** Holds the answers to some requests of a page back. @returns what lets them come */
export async function holdBack(page: Page, which: string): Promise<() => void> {
  let letCome: () => void = () => undefined;
  const come = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(which, async (route) => {
    await come;
    await route.continue();
  });
  return letCome;
}

/** Holds the scripts of a page back. @returns what lets them come */
export const holdScripts = (page: Page) => holdBack(page, '**/assets/**/*.js');

/** The rules of axe by which a page can be right in one colour scheme and wrong in the other. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Those by which what is shown in two looks can be right in one and wrong in the other. */
const lookRules = [
  ...colorRules,
  ...['scrollable-region-focusable', 'region', 'bypass', 'skip-link'],
  ...['heading-order', 'page-has-heading-one', 'landmark-one-main'],
];

/** A third of the size of what its package exports as `source`, which each page would have to compile. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

type WithAxe = { axe?: typeof axe; shownBefore?: Set<Element | null> };

/** How axe looks at a page: by default by all of its rules, at all that is shown. */
type AxeLook = {
  runOnly?: string[];
  /** Rules that are left out. */
  except?: string[];
  /** Only at what was not shown when it looked before. */
  newlyShown?: boolean;
};

/** What axe finds wrong with a page, a line each. Where JavaScript is off it cannot look. */
export async function axeViolations(page: Page, look: AxeLook = {}): Promise<string[]> {
  const isLoaded = await page.evaluate(() => !!(globalThis as WithAxe).axe);
  if (!isLoaded) await page.evaluate(axeSource);
  const violations = await page.evaluate(async ({ runOnly, except = [], newlyShown }) => {
    const kept = globalThis as WithAxe;
    const { axe, shownBefore } = kept as Required<WithAxe>;
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const all = [...document.querySelectorAll('*')].filter(isShown);
    const shown = new Set<Element | null>(all);
    kept.shownBefore = shown;
    const isNew = (one: Element | null) => shown.has(one) && !shownBefore?.has(one);
    const include = all.filter((one) => isNew(one) && !isNew(one.parentElement));
    if (newlyShown && include.length === 0) return [];
    const found = await axe.run(newlyShown ? { include } : document, {
      // What passes is counted nowhere, and gathering it takes longer than finding what does not.
      resultTypes: ['violations'],
      ...(runOnly && { runOnly }),
      rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    });
    return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
  }, look);
  return violations.flatMap(({ id, nodes }) => nodes.map((html) => `${id}: ${html}`));
}

type Scheme = 'light' | 'dark';

const otherScheme = (scheme: Scheme): Scheme => (scheme === 'light' ? 'dark' : 'light');

/**
 * What axe finds wrong with a page in either colour scheme. Style sheets change nothing but colours between the
 * two, so in the second scheme only colours are looked at.
 *
 * @param first the scheme that the page has, and has again afterwards
 */
export async function axeViolationsInBothSchemes(page: Page, first: Scheme): Promise<string[]> {
  return [...(await axeViolations(page)), ...(await colorViolationsInOtherScheme(page, first))];
}

/** What axe finds wrong with the colours of a page in the scheme that it does not have. */
async function colorViolationsInOtherScheme(page: Page, own: Scheme): Promise<string[]> {
  await page.emulateMedia({ colorScheme: otherScheme(own) });
  const found = await axeViolations(page, { runOnly: colorRules });
  await page.emulateMedia({ colorScheme: own });
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
 * at which it must be scrolled sideways. It is loaded once: what differs is decided by style sheets alone, so in
 * the second look most rules need to look only at what was not shown in the first.
 *
 * @param wide the colour scheme of the wide window
 * @param everywhere whether both widths are looked at in both schemes
 */
export async function axeViolationsAtAllWidths(
  page: Page,
  { wide = 'light', everywhere = false }: { wide?: Scheme; everywhere?: boolean } = {},
): Promise<string[]> {
  const narrow = otherScheme(wide);
  const other = async (own: Scheme) =>
    everywhere ? await colorViolationsInOtherScheme(page, own) : [];
  await page.emulateMedia({ colorScheme: wide });
  const tooWide = await findOverflowingWidths(page, [1600, 768, 1280]);
  const atFirst = [...(await axeViolations(page)), ...(await other(wide))];
  await page.emulateMedia({ colorScheme: narrow });
  tooWide.push(...(await findOverflowingWidths(page, [360])));
  const then = [
    ...(await axeViolations(page, { except: lookRules, newlyShown: true })),
    ...(await axeViolations(page, { runOnly: lookRules })),
    ...(await other(narrow)),
  ];
  return [
    ...tooWide.map((width) => `too wide for ${width}`),
    ...atFirst.map((fault) => `wide: ${fault}`),
    ...then.map((fault) => `narrow: ${fault}`),
  ];
}
