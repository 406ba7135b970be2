import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { launchBrowser, openPage } from '../support/browser.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

const label = (page: Page, text: string) => page.getByLabel(text, { exact: true });

async function open(path: string, options: Parameters<typeof openPage>[2] = {}) {
  const page = await openPage(browser, web.url, options);
  await page.goto(path);
  await waitForIdle(page);
  return page;
}

/** Presses a button near its upper edge as a hand does: the page has time to move before it is released. */
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

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await label(page, name).focus();
    await label(page, name).pressSequentially(value);
  }
}

test('a registration with different passwords is rejected at the first press', async () => {
  const page = await open('/register');
  await page.getByLabel(/Terms of Service/).check();
  await fillIn(page, {
    'Full Name': 'Asha Rao',
    Email: 'asha@example.com',
    Password: 'quiet river stone',
    'Confirm Password': 'quiet river stones',
  });
  await pressOnce(page, 'Create Account');
  await page.locator('.toast-corner').getByText('Passwords do not match').waitFor();
  await page.locator('#register-passwordConfirm-error').waitFor();
});

test.each([
  ['/login', { Email: 'asha@example.com', Password: '' }, 'Login', '#login-password-error'],
  ['/forget-password', { Email: 'asha@' }, 'Send Reset Link', '#forgot-email-error'],
  [
    '/reset-password/none',
    { 'New password': 'quiet river stone', 'Confirm password': 'other river' },
    'Reset Password',
    '#reset-passwordConfirm-error',
  ],
])('one press is enough on %s', async (path, fields, button, fault) => {
  const page = await open(path);
  await fillIn(page, fields);
  await pressOnce(page, button);
  await page.locator(fault).waitFor();
});

test('one tap is enough on a touch screen', async () => {
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
  const page = await open('/forget-password', phone);
  await fillIn(page, { Email: 'asha@' });
  await page.getByRole('link', { name: 'Login', exact: true }).last().tap();
  await page.getByRole('heading', { name: 'Login' }).waitFor();
});

test('a field that is left is checked when nothing is pressed, and when the press is over', async () => {
  const page = await open('/forget-password');
  const fault = page.locator('#forgot-email-error');
  await label(page, 'Email').pressSequentially('asha@');
  await page.keyboard.press('Tab');
  await fault.waitFor();
  await label(page, 'Email').fill('asha@example.com');
  await expect.poll(() => fault.count()).toBe(0);
  await label(page, 'Email').fill('asha');
  await page.getByRole('heading', { name: 'Forgot password' }).click();
  await fault.waitFor();
});
