import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { aUser } from '../support/account.ts';
import { launchBrowser, localhostUrl, openPageAs } from '../support/browser.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';

const [browser, web] = await Promise.all([launchBrowser(), sharedWeb()]);

/** A user's page on a tab, once its script runs. */
async function aTab(tab: ScreenId) {
  const user = await aUser();
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.goto(paths.dashboard(tab));
  await waitForIdle(page);
  return { user, page };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const label = (page: Page, text: string) => page.getByLabel(text, { exact: true });
const toast = (page: Page, text: string) =>
  page.locator('.toast-corner').getByText(text, { exact: true }).waitFor();

test('passwords do not stay in their fields once they are changed', async () => {
  const { user, page } = await aTab('account');
  await label(page, 'Current password').fill(user.password);
  await label(page, 'New password').fill('a lamp in the rain');
  await label(page, 'Repeat the new password').fill('a lamp in the rain');
  await press(page, 'Change password');
  await toast(page, 'Password changed');
  for (const name of ['Current password', 'New password', 'Repeat the new password']) {
    await expect.poll(() => label(page, name).inputValue()).toBe('');
  }
});

test('a profile shows the current address while another one is unconfirmed', async () => {
  const { user, page } = await aTab('account');
  await label(page, 'Full Name').fill('Asha Rao');
  await label(page, 'Email').fill(`new-${user.email}`);
  await label(page, 'Your password').fill(user.password);
  await press(page, 'Save Changes');
  await toast(page, 'Profile updated');
  await expect.poll(() => label(page, 'Email').inputValue()).toBe(user.email);
  expect(await label(page, 'Full Name').inputValue()).toBe('Asha Rao');
  expect(await label(page, 'Your password').inputValue()).toBe('');
});

test('settings show what was saved', async () => {
  const { page } = await aTab('settings');
  await label(page, 'Allowed addresses').fill('203.0.113.7, 203.0.113.8');
  await label(page, 'Error logging').uncheck();
  await press(page, 'Save Settings');
  await toast(page, 'Settings saved successfully');
  await expect
    .poll(() => label(page, 'Allowed addresses').inputValue())
    .toBe('203.0.113.7\n203.0.113.8');
  expect(await label(page, 'Error logging').isChecked()).toBe(false);
});

test('a rejected form keeps its input', async () => {
  const { page } = await aTab('account');
  await label(page, 'Current password').fill('not this one');
  await label(page, 'New password').fill('a lamp in the rain');
  await label(page, 'Repeat the new password').fill('a lamp in the rain');
  await press(page, 'Change password');
  await page.getByText('The password is not correct.').first().waitFor();
  expect(await label(page, 'New password').inputValue()).toBe('a lamp in the rain');
});

test('the field of the code is empty, and not that of the number', async () => {
  const { page } = await aTab('settings');
  await label(page, 'SMS').check();
  await label(page, 'Phone number').fill('9876554321');
  await press(page, 'Send code');
  await label(page, 'Code').waitFor();
  expect(await label(page, 'Code').inputValue()).toBe('');
});

test('without JavaScript a notice never hides the end of a page', async () => {
  const user = await aUser();
  const page = await openPageAs(user, browser, localhostUrl(web), {
    javaScriptEnabled: false,
    viewport: { width: 360, height: 700 },
  });
  await page.goto(paths.dashboard('settings'));
  await press(page, 'Save Settings');
  await page.locator('.toast-corner').getByText('Settings saved successfully').waitFor();
  // It is pressed where it is seen: what covers it would be pressed in its place.
  await press(page, 'Save Settings');
});
