import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from 'playwright';
import { onTestFinished } from 'vitest';
import { inherited } from '#scripts/environment.ts';
import type { User } from '../support/account.ts';
import { signedIn } from '../support/signed-in.ts';
import { waitForHydration, watchRequests } from '../support/wait-for-idle.ts';

let launched: Promise<Browser> | undefined;

/** The browser that all test files of this process share; it ends with the process. */
export function launchBrowser(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

function launch(): Promise<Browser> {
  const { TEST_CHROMIUM } = inherited;
  if (!TEST_CHROMIUM) throw new Error('Run the tests with `npm test`.');
  // Chromium has no sandbox for root in a container, but opens only our own pages.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  // Pages are open only for seconds. Without the optimising compiler, pages and axe take a tenth less processor time.
  args.push('--js-flags=--no-opt');
  return chromium.launch({ executablePath: TEST_CHROMIUM, args });
}

/** The address at which a browser must open a web server that `startWeb` started. */
export const localhostUrl = ({ url }: { url: string }) => url.replace('127.0.0.1', 'localhost');

type WindowOf = [browser: Browser, url: string, options?: BrowserContextOptions];

/** Opens a new window without cookies or a loaded page. It closes after the test. */
export async function openPage(...[browser, url, options = {}]: WindowOf): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  // The web server also uses this time zone for visitors without JavaScript. So tests see the same times on every
  // machine.
  const timezoneId = 'Asia/Kolkata';
  const context = await browser.newContext({ baseURL: url, permissions, timezoneId, ...options });
  context.setDefaultTimeout(15_000);
  onTestFinished(() => context.close());
  const page = watchRequests(await context.newPage());
  return options.javaScriptEnabled === false ? page : withScripts(page);
}

/**
 * Makes `goto` and `reload` also wait until React has hydrated the page, unless they wait for another event. Pages load
 * their scripts after the load event, and no person fills in a form that early.
 */
function withScripts(page: Page): Page {
  const load = { goto: page.goto.bind(page), reload: page.reload.bind(page) };
  const hydrated = async (
    response: Response | null,
    { waitUntil }: { waitUntil?: string } = {},
  ) => {
    if (waitUntil === undefined) await waitForHydration(page);
    return response;
  };
  page.goto = async (to, options) => hydrated(await load.goto(to, options), options);
  page.reload = async (options) => hydrated(await load.reload(options), options);
  return page;
}

export async function openPageAs(user: User, ...[browser, url, options]: WindowOf): Promise<Page> {
  const page = await openPage(browser, url, options);
  await signIn(page, url, user);
  return page;
}

/** Signs a user in without the login page. @param factors what the session has proved */
export async function signIn(
  page: Page,
  url: string,
  user: User,
  factors?: string[],
): Promise<void> {
  const { jar } = await signedIn(url, user, factors);
  const kept = { url, httpOnly: true, sameSite: 'Lax' as const };
  const cookies = [...jar].map(([name, { value }]) => ({ name, value, ...kept }));
  await page.context().addCookies(cookies);
}

/**
 * Delays the responses to some requests of a page.
 *
 * @returns a function that releases them
 */
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

/**
 * Delays the scripts of a page.
 *
 * @returns a function that releases them
 */
export const holdScripts = (page: Page) => holdBack(page, '**/assets/**/*.js');

/** The axe rules whose result can differ between colour schemes. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** The axe rules whose result can differ between two widths or schemes for the same elements. */
const lookRules = [
  ...colorRules,
  ...['scrollable-region-focusable', 'region', 'bypass', 'skip-link'],
  ...['heading-order', 'page-has-heading-one', 'landmark-one-main'],
];

/** The minified script of axe. The package's `source` is three times as large, and every page must compile the script. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

type WithAxe = { axe?: typeof axe; shownBefore?: Set<Element | null> };

/** Options for a run of axe: by default all rules, on all visible elements. */
type AxeLook = {
  runOnly?: string[];
  /** Rules to leave out. */
  except?: string[];
  /** Checks only elements that were hidden in the previous run. */
  newlyShown?: boolean;
};

/** The axe violations of a page, one line each. The page must run JavaScript. */
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
      // Passed checks are not needed, and collecting them takes longer than finding violations.
      resultTypes: ['violations'],
      // The only frames belong to the payment provider. axe would wait a minute for a frame that closes during the run.
      iframes: false,
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
 * The axe violations of a page in both colour schemes. The schemes differ only in colours, so the second run checks only
 * colours.
 *
 * @param first the page's current scheme, which is restored afterwards
 */
export async function axeViolationsInBothSchemes(page: Page, first: Scheme): Promise<string[]> {
  return [...(await axeViolations(page)), ...(await colorViolationsInOtherScheme(page, first))];
}

/** The axe violations in the colours of a page in its other scheme. */
async function colorViolationsInOtherScheme(page: Page, own: Scheme): Promise<string[]> {
  await page.emulateMedia({ colorScheme: otherScheme(own) });
  const found = await axeViolations(page, { runOnly: colorRules });
  await page.emulateMedia({ colorScheme: own });
  return found;
}

/** Returns those of the given widths at which an open page scrolls sideways. */
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
 * The axe violations of an open page in a wide and in a narrow window, light and dark, and the widths at which it scrolls
 * sideways. The page is loaded only once, because only its style sheets change. In the second run, most rules check only
 * elements that were hidden in the first.
 *
 * @param wide the colour scheme of the wide window
 * @param everywhere whether to check both widths in both schemes
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
