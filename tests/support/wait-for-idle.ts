import type { Page, Request } from 'playwright';
import { until } from '../harness/until.ts';

/** Of each page, the requests of its document that are not over. */
const openRequests = new WeakMap<Page, Set<Request>>();

/** Watches the requests of a page, for `waitForIdle`. */
export function watchRequests(page: Page): Page {
  const open = new Set<Request>();
  openRequests.set(page, open);
  page.on('request', (request) => {
    // What the document before has asked for does not concern the next one.
    if (request.isNavigationRequest() && !request.frame().parentFrame()) open.clear();
    // A stream of events is never over.
    if (request.resourceType() !== 'eventsource') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return page;
}

/**
 * Resolves once React has taken the document over, and nothing is left to be done. A page that draws nothing may never be
 * told that it is idle: after a second it counts as idle.
 */
const untilIdle = `new Promise((resolve) => {
  const look = () =>
    Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber$'))
      ? requestIdleCallback(resolve, { timeout: 1_000 })
      : setTimeout(look, 10);
  look();
})`;

/**
 * Waits until a page of the site has loaded everything and done with it. Before that a link or form may still be the
 * browser's own, which leads to a new document, as it does without JavaScript.
 *
 * Playwright's `networkidle` takes half a second more, in which nothing happens.
 */
export async function waitForIdle(page: Page): Promise<void> {
  const open = openRequests.get(page);
  if (!open) throw new Error('the requests of this page are not watched');
  await page.waitForLoadState('load');
  do {
    await until('the page has loaded everything', () => open.size === 0);
    await page.evaluate(untilIdle);
    // What it has done may have asked for more.
  } while (open.size > 0);
}

type WithRouter = { __remixRouter: { navigate(to: string): Promise<void> } };

/**
 * Opens a page of the site as its links do, and waits until it is done. The document stays, and what is loaded into it: a
 * new one takes 0.3 s of processor time, and as long again for axe.
 */
export async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path);
  else {
    const navigate = (to: string) =>
      (globalThis as unknown as WithRouter).__remixRouter.navigate(to);
    await page.evaluate(navigate, path);
  }
  await waitForIdle(page);
}
