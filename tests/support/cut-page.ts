import type { Browser, Page } from 'playwright';
import { paths } from '#app/paths.ts';
import { openPage, signIn } from '../harness/browser.ts';
import { aUser } from './account.ts';
import { waitForIdle } from './wait-for-idle.ts';

/** Opens a path, and waits until the page is idle. */
export async function open(page: Page, path: string) {
  await page.goto(path);
  await waitForIdle(page);
}

/** The newest notice with this text. */
export const toast = (page: Page, text: string) =>
  page.locator('.toast-corner').getByText(text, { exact: true }).last();

/** The button that retries a lost request. */
export const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** Texts that no page may show here, because the server reported no error. */
export const blame = (page: Page) =>
  page.getByText(/Something went wrong|could not complete this request/);

/** Opens pages through a proxy that may cut their connection, in new windows. @param url the proxy's address */
export const pagesBehind = (url: string, browser: Browser) => ({
  /** A page of a signed-out visitor. */
  async aStranger(path: string) {
    const page = await openPage(browser, url);
    await open(page, path);
    return page;
  },
  /** A page of a new user. */
  async aMember(path: string) {
    const user = await aUser();
    const page = await openPage(browser, url);
    await signIn(page, url, user);
    await page.goto(paths.dashboard());
    await open(page, path);
    return { user, page };
  },
});
