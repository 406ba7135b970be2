import type { Page, Request } from 'playwright';
import { until } from '../harness/until.ts';

/** The open requests of each page's document. */
const openRequests = new WeakMap<Page, Set<Request>>();

/** Watches the requests of a page, for `waitForIdle`. */
export function watchRequests(page: Page): Page {
  const open = new Set<Request>();
  openRequests.set(page, open);
  page.on('request', (request) => {
    // Requests of the previous document are ignored.
    if (request.isNavigationRequest() && !request.frame().parentFrame()) open.clear();
    // Event streams are not counted, because they never end.
    if (request.resourceType() !== 'eventsource') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return page;
}

/**
 * Resolves when React has hydrated the document, or if the document has no scripts. Rejects after 15 s. A page for
 * reading loads its scripts only when a visitor uses the page, so this script simulates a press of the pointer.
 */
const untilHydrated = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('React has not hydrated ' + location)), 15_000);
  const isHydrated = () =>
    Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber$'));
  const look = () =>
    !document.querySelector('link[rel=modulepreload]') || isHydrated() ? resolve() : setTimeout(look, 10);
  if (!isHydrated()) document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  look();
})`;

/**
 * Resolves when the browser is idle. A page that draws nothing may never get an idle callback, so it counts as idle after a
 * second.
 */
const untilIdle = 'new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }))';

/** Waits until React has hydrated the document, if the document has scripts. */
export const waitForHydration = (page: Page): Promise<void> => page.evaluate(untilHydrated);

/**
 * Waits until a page of the site has loaded everything and is idle. Before that, the browser may handle a link or form
 * itself, and load a new document as it would without JavaScript.
 *
 * Playwright's `networkidle` would wait half a second longer.
 */
export async function waitForIdle(page: Page): Promise<void> {
  const open = openRequests.get(page);
  if (!open) throw new Error('the requests of this page are not watched');
  await page.waitForLoadState('load');
  do {
    await until('the page has loaded everything', () => open.size === 0);
    await waitForHydration(page);
    await page.evaluate(untilIdle);
    // The page may have started more requests.
  } while (open.size > 0);
}

type WithRouter = { __remixRouter: { navigate(to: string): Promise<void> } };

/**
 * Opens a page of the site as its links do, and waits until it is idle. The document and its scripts stay loaded: a new
 * document takes 0.3 s of processor time, and axe another 0.3 s.
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
