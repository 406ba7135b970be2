import type { Page } from 'playwright';
import { paths } from '#app/paths.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { launchBrowser, localhostUrl, openPageAs } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from './account.ts';

/** A user's window with an open tab, and a function that opens a tab. */
export async function aTab(tab: ScreenId, options: { javaScriptEnabled?: boolean } = {}) {
  const [web, browser, user] = await Promise.all([sharedWeb(), launchBrowser(), aUser()]);
  const page = await openPageAs(user, browser, localhostUrl(web), options);
  return { page, userId: user.userId, open: () => page.goto(paths.dashboard(tab)) };
}

/** Waits until a toast is shown. */
export const toast = (page: Page, text: string) =>
  page.getByRole('status').getByText(text).waitFor();
