import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { launchBrowser } from '../support/browser.ts';
import { blame, open, pagesBehind, toast, tryAgain } from '../support/cut-page.ts';
import { aCuttingProxy } from '../support/cutting-proxy.ts';
import { field, press } from '../support/page-controls.ts';
import { findPlanByName, startPaymentStack } from '../support/payment-stack.ts';

const shop = await startPaymentStack();
const proxy = await aCuttingProxy(shop.web.url);
const { aStranger, aMember } = pagesBehind(proxy.url, await launchBrowser());

test.each(['cut', 'truncate', 'bad-gateway'] as const)(
  'a tab that does not come (%s) leaves the one that is open, with what is typed in it',
  async (mode) => {
    const { page } = await aMember(paths.dashboard('new-api'));
    await field(page, 'API Name').fill('Half a na');
    proxy.set(mode);
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
    await toast(page, mode === 'bad-gateway' ? 'An error occurred' : 'Network error').waitFor();
    expect(await field(page, 'API Name').inputValue()).toBe('Half a na');
    expect(await blame(page).count()).toBe(0);
    expect(await page.getByText('Loading...').count()).toBe(0);
    // Tried in vain it is still there.
    await tryAgain(page).click();
    await tryAgain(page).waitFor();
    proxy.set('pass');
    await tryAgain(page).click();
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
    await expect.poll(() => tryAgain(page).count()).toBe(0);
  },
);

test('a page whose script was never loaded waits for the connection as well', async () => {
  const page = await aStranger('/login');
  await field(page, 'Email').fill('asha@example.com');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await toast(page, 'Network error').waitFor();
  expect(await field(page, 'Email').inputValue()).toBe('asha@example.com');
  // Another link is another request, and the one before is given up.
  const given = page.waitForEvent('requestfailed', (failed) =>
    failed.url().includes('/forget-password.data'),
  );
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await given;
  await toast(page, 'Network error').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  await page.context().setOffline(false);
  await tryAgain(page).click();
  await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
  expect(await tryAgain(page).count()).toBe(0);
});

test('signing out and other small forms leave the page as it is', async () => {
  const { page } = await aMember(paths.dashboard('new-api'));
  await field(page, 'API Name').fill('Half a na');
  await page.context().setOffline(true);
  await press(page, 'Collapse sidebar');
  await toast(page, 'Network error').waitFor();
  expect(await field(page, 'API Name').inputValue()).toBe('Half a na');
  await page.context().setOffline(false);
  await tryAgain(page).click();
  await page.getByRole('button', { name: 'Expand sidebar' }).waitFor();
  expect(await field(page, 'API Name').inputValue()).toBe('Half a na');
});

test.each([
  ['message', 'Send Test Message', 'Failed to send message'],
  ['OTPVerification', 'Send OTP', 'Failed to send OTP'],
] as const)('a console (%s) says that it failed, and then why', async (tab, button, fallback) => {
  const { user, page } = await aMember('/dashboard');
  await createKey({ userId: user.userId, name: 'Shop' });
  await open(page, paths.dashboard(tab));
  await field(page, 'Phone number').fill('9876512345');
  if (tab === 'message') await field(page, 'Message').fill('Hello');
  proxy.set('cut');
  await press(page, button);
  await toast(page, 'Network error').waitFor();
  expect(await page.locator('.toast-corner').textContent()).toMatch(
    new RegExp(`Error${fallback}ErrorNetwork error`),
  );
  expect(await field(page, 'Phone number').inputValue()).toBe('9876512345');
  proxy.set('bad-gateway');
  await tryAgain(page).click();
  await toast(page, 'Network error').waitFor({ state: 'detached' });
  await toast(page, fallback).waitFor();
  proxy.set('pass');
  await tryAgain(page).click();
  await page
    .locator('.toast-corner')
    .getByText(/sent successfully!/)
    .waitFor();
  expect(await tryAgain(page).count()).toBe(0);
  expect(await prisma.message.count({ where: { userId: user.userId } })).toBe(1);
});

test('a payment that cannot be begun says so on its page, and can be begun again', async () => {
  const { page } = await aMember(`/payment?plan=${(await findPlanByName('Basic')).id}`);
  proxy.set('cut');
  await press(page, 'Pay Now');
  await page.getByRole('alert').getByText('Payment initialization failed').waitFor();
  await toast(page, 'Payment initialization failed').waitFor();
  await toast(page, 'Network error').waitFor();
  proxy.set('pass');
  await tryAgain(page).click();
  await page.frameLocator('dialog iframe').getByText('₹199.00').waitFor();
});
