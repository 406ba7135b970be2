import type { Browser, Page } from 'playwright';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { openPageAs } from '../harness/browser.ts';
import { until } from '../harness/until.ts';
import { aUser } from './account.ts';
import { messagesOf } from './messages.ts';

let people = 0;

/** Returns a new number at each call, because a number can get only a few codes. */
export const aNumber = () => String(9_876_510_000 + ++people);

/**
 * Opens consoles on a web server.
 *
 * @param url the address of the web server for browsers
 * @returns a function that opens a console for a new user, and returns the page, the user's key, and the sent messages
 */
export const consolesAt =
  (url: string, browser: Browser) =>
  async (tab: ScreenId, options: { javaScriptEnabled?: boolean } = {}) => {
    const user = await aUser();
    const { userId } = user;
    const key = await createKey({ userId, name: 'Shop' });
    const page = await openPageAs(user, browser, url, options);
    await page.goto(paths.dashboard(tab));
    return { page, key, userId, sent: () => messagesOf(userId) };
  };

/** Waits for a text anywhere on the page, including `noscript`, which text locators ignore. */
export const waitForText = (page: Page, text: string) =>
  until(`the page says '${text}'`, async () =>
    // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
    (await page.locator('body').innerText()).includes(text),
  );
