import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';

/** What a window knows and has loaded: nothing yet. */
export async function newContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ permissions, ...options });
  context.setDefaultTimeout(15_000);
  return context;
}

/** What tests have left of their windows, by what these were opened with. */
const left = new Map<string, BrowserContext[]>();

/**
 * The context of an earlier test's window, if one was opened with the same options, without its pages and cookies; the site
 * keeps nothing else in a browser. The scripts of the site stay in its cache: to load and compile them anew takes most of
 * the time of a short test.
 *
 * @returns it, and what leaves it to the next test
 */
export async function takeContext(browser: Browser, options: BrowserContextOptions) {
  const openedWith = JSON.stringify(options);
  const free = left.get(openedWith) ?? [];
  left.set(openedWith, free);
  const context = free.pop() ?? (await newContext(browser, options));
  async function leave(): Promise<void> {
    await Promise.all(context.pages().map((page) => page.close()));
    await context.clearCookies();
    await context.setOffline(false);
    free.push(context);
  }
  return { context, leave };
}
