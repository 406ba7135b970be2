import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.server.ts';
import { prisma } from '#platform/db.server.ts';
import { aUser } from '../support/account.ts';
import {
  axeViolations,
  launchBrowser,
  openPage,
  openPageAs,
  waitForIdle,
} from '../support/browser.ts';
import { aCuttingProxy } from '../support/cutting-proxy.ts';
import { findPlanByName, startPaymentStack } from '../support/payment-stack.ts';

const shop = await startPaymentStack();
const proxy = await aCuttingProxy(shop.web.url);
const browser = await launchBrowser();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const toast = (page: Page, text: string) =>
  page.locator('.toast-corner').getByText(text, { exact: true }).last();
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });
const label = (page: Page, text: string) => page.getByLabel(text, { exact: true });
/** What no page may say here: no server said that anything failed. */
const blame = (page: Page) =>
  page.getByText(/Something went wrong|could not complete this request/);

async function open(page: Page, path: string) {
  await page.goto(path);
  await waitForIdle(page);
}

const aStranger = async (path: string) => {
  const page = await openPage(browser, proxy.url);
  await open(page, path);
  return page;
};

async function aMember(path: string) {
  const user = await aUser();
  const page = await openPageAs(user, browser, proxy.url);
  await open(page, path);
  return { user, page };
}

/** Fills a form in, and says how to send it, what it says if that fails, and what it leads to. */
type Case = {
  path: string;
  fallback: string;
  signedIn: boolean;
  fill: (page: Page) => Promise<void>;
  /** A field that keeps what is typed. */
  typed: [label: string, value: string];
  button: string;
  done: (page: Page) => Promise<void>;
};

let people = 0;

const cases: Record<string, () => Case> = {
  register() {
    const email = `lost${++people}@example.com`;
    return {
      path: '/register',
      fallback: 'Registration failed',
      signedIn: false,
      async fill(page) {
        await label(page, 'Full Name').fill('Asha Rao');
        await label(page, 'Email').fill(email);
        await label(page, 'Password').fill('quiet river stone');
        await label(page, 'Confirm Password').fill('quiet river stone');
        await page.getByLabel(/Terms of Service/).check();
      },
      typed: ['Email', email],
      button: 'Create Account',
      done: (page) => toast(page, 'Account created successfully').waitFor(),
    };
  },
  'forgot password': () => ({
    path: '/forget-password',
    fallback: 'Failed to send reset link',
    signedIn: false,
    fill: (page) => label(page, 'Email').fill('nobody@example.com'),
    typed: ['Email', 'nobody@example.com'],
    button: 'Send Reset Link',
    done: (page) => page.getByText('we have emailed it a link').waitFor(),
  }),
  'reset password': () => ({
    path: '/reset-password/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    fallback: 'Failed to reset password',
    signedIn: false,
    async fill(page) {
      await label(page, 'New password').fill('quiet river stone');
      await label(page, 'Confirm password').fill('quiet river stone');
    },
    typed: ['New password', 'quiet river stone'],
    button: 'Reset Password',
    // The link is none, which only the server can say.
    done: (page) => page.getByRole('alert').getByText(/link/).waitFor(),
  }),
  profile: () => ({
    path: paths.dashboard('account'),
    fallback: 'Failed to update profile',
    signedIn: true,
    fill: (page) => label(page, 'Full Name').fill('Asha R.'),
    typed: ['Full Name', 'Asha R.'],
    button: 'Save Changes',
    done: (page) => toast(page, 'Profile updated').waitFor(),
  }),
  'create key': () => ({
    path: paths.dashboard('new-api'),
    fallback: 'Failed to create API',
    signedIn: true,
    fill: (page) => label(page, 'API Name').fill('Shop'),
    typed: ['API Name', 'Shop'],
    button: 'Create API',
    done: (page) => toast(page, 'API Key created successfully').waitFor(),
  }),
};

test.each(Object.keys(cases))('a broken connection leaves the form as it is: %s', async (name) => {
  const { path, fallback, signedIn, fill, typed, button, done } = (cases[name] as () => Case)();
  const page = signedIn ? (await aMember(path)).page : await aStranger(path);
  await fill(page);
  const title = await page.title();
  for (const mode of ['cut', 'bad-gateway'] as const) {
    proxy.set(mode);
    await press(page, button);
    // The sentence of the form is in it, and the notice of the connection only where it broke.
    await page.getByRole('alert').getByText(fallback, { exact: true }).waitFor();
    await toast(page, mode === 'cut' ? 'Network error' : fallback).waitFor();
    if (mode === 'cut') await toast(page, fallback).waitFor();
    expect(await label(page, typed[0]).inputValue()).toBe(typed[1]);
    expect(await page.title()).toBe(title);
    expect(await blame(page).count()).toBe(0);
    expect(
      await page.getByRole('button', { name: button, exact: true }).getAttribute('aria-disabled'),
    ).toBe('false');
    proxy.set('pass');
    if (mode === 'cut') {
      // Its own button sends it as well, and the notice goes.
      proxy.set('cut');
      await press(page, button);
      await toast(page, 'Network error').waitFor();
    }
  }
  proxy.set('pass');
  await tryAgain(page).click();
  await done(page);
  expect(await tryAgain(page).count()).toBe(0);
});

test('a login whose answer breaks off can be sent again, and says why it failed', async () => {
  const user = await aUser();
  const page = await aStranger('/login');
  await label(page, 'Email').fill(user.email);
  await label(page, 'Password').fill(user.password);
  proxy.set('truncate', /^POST/);
  await press(page, 'Login');
  await toast(page, 'Login failed').waitFor();
  await toast(page, 'Network error').waitFor();
  expect(await label(page, 'Password').inputValue()).toBe(user.password);
  expect(await axeViolations(page)).toEqual([]);
  proxy.set('pass');
  await press(page, 'Login');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});

test('a key whose answer was lost is made once, however often the form is sent', async () => {
  const { user, page } = await aMember(paths.dashboard('new-api'));
  await label(page, 'API Name').fill('Shop');
  proxy.set('truncate', /^POST/);
  await press(page, 'Create API');
  await toast(page, 'Network error').waitFor();
  await tryAgain(page).click();
  await expect
    .poll(() => proxy.answered(new RegExp(`^POST ${paths.dashboard('new-api')}`)))
    .toBeGreaterThan(1);
  await tryAgain(page).waitFor();
  proxy.set('pass');
  await tryAgain(page).click();
  await toast(page, 'API Key created successfully').waitFor();
  expect(await prisma.credential.count({ where: { userId: user.userId } })).toBe(1);
});

test('after a form was carried out only the page that follows is asked for again', async () => {
  const { user, page } = await aMember(paths.dashboard('new-api'));
  await label(page, 'API Name').fill('Shop');
  proxy.set('cut', /^GET/);
  await press(page, 'Create API');
  await toast(page, 'Network error').waitFor();
  const answeredPosts = proxy.answered(/^POST/);
  // It has been carried out, so it cannot be sent once more.
  expect(
    await page.getByRole('button', { name: 'Creating...' }).getAttribute('aria-disabled'),
  ).toBe('true');
  proxy.set('pass');
  await tryAgain(page).click();
  await page.getByText('Welcome back').waitFor();
  expect(proxy.answered(/^POST/)).toBe(answeredPosts);
  expect(await prisma.credential.count({ where: { userId: user.userId } })).toBe(1);
});

test.each(['cut', 'truncate', 'bad-gateway'] as const)(
  'a tab that does not come (%s) leaves the one that is open, with what is typed in it',
  async (mode) => {
    const { page } = await aMember(paths.dashboard('new-api'));
    await label(page, 'API Name').fill('Half a na');
    proxy.set(mode);
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
    await toast(page, mode === 'bad-gateway' ? 'An error occurred' : 'Network error').waitFor();
    expect(await label(page, 'API Name').inputValue()).toBe('Half a na');
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
  await label(page, 'Email').fill('asha@example.com');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await toast(page, 'Network error').waitFor();
  expect(await label(page, 'Email').inputValue()).toBe('asha@example.com');
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
  await label(page, 'API Name').fill('Half a na');
  await page.context().setOffline(true);
  await press(page, 'Collapse sidebar');
  await toast(page, 'Network error').waitFor();
  expect(await label(page, 'API Name').inputValue()).toBe('Half a na');
  await page.context().setOffline(false);
  await tryAgain(page).click();
  await page.getByRole('button', { name: 'Expand sidebar' }).waitFor();
  expect(await label(page, 'API Name').inputValue()).toBe('Half a na');
});

test.each([
  ['message', 'Send Test Message', 'Failed to send message'],
  ['OTPVerification', 'Send OTP', 'Failed to send OTP'],
] as const)('a console (%s) says that it failed, and then why', async (tab, button, fallback) => {
  const { user, page } = await aMember('/dashboard');
  await createKey({ userId: user.userId, name: 'Shop' });
  await open(page, paths.dashboard(tab));
  await label(page, 'Phone number').fill('9876512345');
  if (tab === 'message') await label(page, 'Message').fill('Hello');
  proxy.set('cut');
  await press(page, button);
  await toast(page, 'Network error').waitFor();
  expect(await page.locator('.toast-corner').textContent()).toMatch(
    new RegExp(`Error${fallback}ErrorNetwork error`),
  );
  expect(await label(page, 'Phone number').inputValue()).toBe('9876512345');
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
