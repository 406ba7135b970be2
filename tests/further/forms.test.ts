import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { launchBrowser, localhostUrl, openPage, openPageAs } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { open, toast } from '../support/cut-page.ts';
import { field, press } from '../support/page-controls.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

/** Clicks near a button's upper edge, with a pause before the release in which the page may move. */
async function pressOnce(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.evaluate((element) => {
    element.addEventListener('click', () => element.setAttribute('data-clicked', 'yes'));
  });
  const box = await button.boundingBox();
  if (!box) throw new Error(`${name} is not on the screen`);
  await page.mouse.move(box.x + box.width / 2, box.y + 4);
  await page.mouse.down();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  expect((await button.boundingBox())?.y).toBe(box.y);
  await page.mouse.up();
  await page.locator('button[data-clicked]').waitFor();
}

async function typeInto(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await field(page, name).focus();
    await field(page, name).pressSequentially(value);
  }
}

const registration = {
  'Full Name': 'Asha Rao',
  Email: 'asha@example.com',
  Password: 'quiet river stone',
  'Confirm Password': 'quiet river stones',
};

test('one click shows the errors of a form, even if the click takes the focus from a field', async () => {
  const page = await openPage(browser, web.url);
  for (const [path, fields, button, fault] of [
    ['/register', registration, 'Create Account', '#register-passwordConfirm-error'],
    ['/login', { Email: 'asha@example.com', Password: '' }, 'Login', '#login-password-error'],
    ['/forget-password', { Email: 'asha@' }, 'Send Reset Link', '#forgot-email-error'],
    [
      '/reset-password/none',
      { 'New password': 'quiet river stone', 'Confirm password': 'other river' },
      'Reset Password',
      '#reset-passwordConfirm-error',
    ],
  ] as const) {
    await open(page, path);
    if (path === '/register') await page.getByLabel(/Terms of Service/).check();
    await typeInto(page, fields);
    await pressOnce(page, button);
    await page.locator(fault).waitFor();
    if (path === '/register') await toast(page, 'Passwords do not match').waitFor();
  }
});

test('when a click moves the focus out of a field, the field is validated at once, but after the click', async () => {
  const page = await openPage(browser, web.url);
  await open(page, '/forget-password');
  const fault = page.locator('#forgot-email-error');
  await typeInto(page, { Email: 'asha@' });
  await page.keyboard.press('Tab');
  await fault.waitFor();
  await field(page, 'Email').fill('asha@example.com');
  await expect.poll(() => fault.count()).toBe(0);
  await field(page, 'Email').fill('asha');
  await page.getByRole('heading', { name: 'Forgot password' }).click();
  await fault.waitFor();
});

test('a rejected form keeps its input, and a saved form shows the saved values', async () => {
  const user = await aUser();
  const page = await openPageAs(user, browser, localhostUrl(web));
  await open(page, paths.dashboard('account'));
  const changePassword = async (current: string) => {
    await field(page, 'Current password').fill(current);
    await field(page, 'New password').fill('a lamp in the rain');
    await field(page, 'Repeat the new password').fill('a lamp in the rain');
    await press(page, 'Change password');
  };
  await changePassword('not this one');
  await page.getByText('The password is not correct.').first().waitFor();
  expect(await field(page, 'New password').inputValue()).toBe('a lamp in the rain');
  await changePassword(user.password);
  await toast(page, 'Password changed').waitFor();
  for (const name of ['Current password', 'New password', 'Repeat the new password']) {
    await expect.poll(() => field(page, name).inputValue()).toBe('');
  }

  // The address stays unchanged until the new address is confirmed.
  await field(page, 'Full Name').fill('Asha Rao');
  await field(page, 'Email').fill(`new-${user.email}`);
  await field(page, 'Your password').fill('a lamp in the rain');
  await press(page, 'Save Changes');
  await toast(page, 'Profile updated').waitFor();
  await expect.poll(() => field(page, 'Email').inputValue()).toBe(user.email);
  expect(await field(page, 'Full Name').inputValue()).toBe('Asha Rao');
  expect(await field(page, 'Your password').inputValue()).toBe('');
});

test('settings show the saved values, and the field for a code is empty', async () => {
  const page = await openPageAs(await aUser(), browser, localhostUrl(web));
  await open(page, paths.dashboard('settings'));
  await field(page, 'Allowed addresses').fill('203.0.113.7, 203.0.113.8');
  await field(page, 'Error logging').uncheck();
  await press(page, 'Save Settings');
  await toast(page, 'Settings saved successfully').waitFor();
  await expect
    .poll(() => field(page, 'Allowed addresses').inputValue())
    .toBe('203.0.113.7\n203.0.113.8');
  expect(await field(page, 'Error logging').isChecked()).toBe(false);

  await field(page, 'SMS').check();
  await field(page, 'Phone number').fill('9876554321');
  await press(page, 'Send code');
  await field(page, 'Code').waitFor();
  expect(await field(page, 'Code').inputValue()).toBe('');
});
