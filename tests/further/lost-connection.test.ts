import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { aCuttingProxy } from '../harness/breakable.ts';
import { axeViolations, launchBrowser } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { blame, open, pagesBehind, toast, tryAgain } from '../support/cut-page.ts';
import { field, press } from '../support/page-controls.ts';

const proxy = await aCuttingProxy((await sharedWeb()).url);
const { aStranger, aMember } = pagesBehind(proxy.url, await launchBrowser());

test.each(['cut', 'truncate', 'bad-gateway'] as const)(
  'when a tab cannot be loaded (%s), the open tab and its input stay',
  async (mode) => {
    const { page } = await aMember(paths.dashboard('new-api'));
    await field(page, 'API Name').fill('Half a na');
    proxy.set(mode);
    await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
    await toast(page, mode === 'bad-gateway' ? 'An error occurred' : 'Network error').waitFor();
    expect(await field(page, 'API Name').inputValue()).toBe('Half a na');
    expect(await blame(page).count()).toBe(0);
    expect(await page.getByText('Loading...').count()).toBe(0);
    // If the retry fails too, the input is kept.
    await tryAgain(page).click();
    await tryAgain(page).waitFor();
    proxy.set('pass');
    await tryAgain(page).click();
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
    await expect.poll(() => tryAgain(page).count()).toBe(0);
  },
);

test('a login whose response breaks off shows an error, and can be submitted again', async () => {
  const user = await aUser();
  const page = await aStranger('/login');
  await field(page, 'Email').fill(user.email);
  await field(page, 'Password').fill(user.password);
  proxy.set('truncate', /^POST/);
  await press(page, 'Login');
  await toast(page, 'Login failed').waitFor();
  await toast(page, 'Network error').waitFor();
  expect(await field(page, 'Password').inputValue()).toBe(user.password);
  expect(await axeViolations(page)).toEqual([]);
  proxy.set('pass');
  await press(page, 'Login');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});

test('resubmitting the new-key form after a lost response creates only one key', async () => {
  const { user, page } = await aMember(paths.dashboard('new-api'));
  await field(page, 'API Name').fill('Shop');
  await page.context().setOffline(true);
  await press(page, 'Create API');
  await toast(page, 'You are offline, so nothing was sent.').waitFor();
  await page.context().setOffline(false);
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

test('a console reports a lost connection and a failed response, and a retry then sends one message', async () => {
  const { user, page } = await aMember('/dashboard');
  await createKey({ userId: user.userId, name: 'Shop' });
  await open(page, paths.dashboard('message'));
  await field(page, 'Phone number').fill('9876512345');
  await field(page, 'Message').fill('Hello');
  proxy.set('cut');
  await press(page, 'Send Test Message');
  await toast(page, 'Network error').waitFor();
  expect(await page.locator('.toast-corner').textContent()).toContain(
    'ErrorFailed to send messageErrorNetwork errorThe form may have arrived.',
  );
  expect(await field(page, 'Phone number').inputValue()).toBe('9876512345');
  proxy.set('bad-gateway');
  await tryAgain(page).click();
  await toast(page, 'Network error').waitFor({ state: 'detached' });
  await toast(page, 'Failed to send message').waitFor();
  proxy.set('pass');
  await tryAgain(page).click();
  await toast(page, 'Message sent successfully!').waitFor();
  expect(await tryAgain(page).count()).toBe(0);
  expect(await prisma.message.count({ where: { userId: user.userId } })).toBe(1);
});

test('a page whose script could not be loaded is loaded again when the connection is back', async () => {
  const page = await aStranger('/login');
  await field(page, 'Email').fill('asha@example.com');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await toast(page, 'Network error').waitFor();
  expect(await field(page, 'Email').inputValue()).toBe('asha@example.com');
  // Following another link cancels the first request.
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

test('after a lost connection, signing out and other small forms leave the page unchanged', async () => {
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

test('after a lost connection the OTP console shows the error, and a retry sends only one code', async () => {
  const { user, page } = await aMember('/dashboard');
  await createKey({ userId: user.userId, name: 'Shop' });
  await open(page, paths.dashboard('OTPVerification'));
  await field(page, 'Phone number').fill('9876512345');
  proxy.set('cut');
  await press(page, 'Send OTP');
  await toast(page, 'Network error').waitFor();
  expect(await page.locator('.toast-corner').textContent()).toContain(
    'ErrorFailed to send OTPErrorNetwork error',
  );
  expect(await field(page, 'Phone number').inputValue()).toBe('9876512345');
  proxy.set('pass');
  await tryAgain(page).click();
  await toast(page, 'OTP sent successfully!').waitFor();
  expect(await prisma.message.count({ where: { userId: user.userId } })).toBe(1);
});

/** A form: how to fill it in and submit it, its error sentence, and the page after success. */
type Case = {
  path: string;
  fallback: string;
  signedIn: boolean;
  fill: (page: Page) => Promise<void>;
  /** A field that keeps its input. */
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
        await field(page, 'Full Name').fill('Asha Rao');
        await field(page, 'Email').fill(email);
        await field(page, 'Password').fill('quiet river stone');
        await field(page, 'Confirm Password').fill('quiet river stone');
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
    fill: (page) => field(page, 'Email').fill('nobody@example.com'),
    typed: ['Email', 'nobody@example.com'],
    button: 'Send Reset Link',
    done: (page) => page.getByText('we have emailed it a link').waitFor(),
  }),
  'reset password': () => ({
    path: '/reset-password/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    fallback: 'Failed to reset password',
    signedIn: false,
    async fill(page) {
      await field(page, 'New password').fill('quiet river stone');
      await field(page, 'Confirm password').fill('quiet river stone');
    },
    typed: ['New password', 'quiet river stone'],
    button: 'Reset Password',
    // The link is invalid, which only the server can detect.
    done: (page) => page.getByRole('alert').getByText(/link/).waitFor(),
  }),
  profile: () => ({
    path: paths.dashboard('account'),
    fallback: 'Failed to update profile',
    signedIn: true,
    fill: (page) => field(page, 'Full Name').fill('Asha R.'),
    typed: ['Full Name', 'Asha R.'],
    button: 'Save Changes',
    done: (page) => toast(page, 'Profile updated').waitFor(),
  }),
  'create key': () => ({
    path: paths.dashboard('new-api'),
    fallback: 'Failed to create API',
    signedIn: true,
    fill: (page) => field(page, 'API Name').fill('Shop'),
    typed: ['API Name', 'Shop'],
    button: 'Create API',
    done: (page) => toast(page, 'API Key created successfully').waitFor(),
  }),
};

test.each(Object.keys(cases))(
  'when the connection breaks, the form keeps its input: %s',
  async (name) => {
    const { path, fallback, signedIn, fill, typed, button, done } = (cases[name] as () => Case)();
    const page = signedIn ? (await aMember(path)).page : await aStranger(path);
    await fill(page);
    const title = await page.title();
    for (const mode of ['cut', 'bad-gateway'] as const) {
      proxy.set(mode);
      await press(page, button);
      // The form shows its own sentence; the connection notice appears only if the connection was cut.
      await page.getByRole('alert').getByText(fallback, { exact: true }).waitFor();
      await toast(page, mode === 'cut' ? 'Network error' : fallback).waitFor();
      if (mode === 'cut') await toast(page, fallback).waitFor();
      expect(await field(page, typed[0]).inputValue()).toBe(typed[1]);
      expect(await page.title()).toBe(title);
      expect(await blame(page).count()).toBe(0);
      expect(
        await page.getByRole('button', { name: button, exact: true }).getAttribute('aria-disabled'),
      ).toBe('false');
      proxy.set('pass');
      if (mode === 'cut') {
        // The form's own button also retries, and removes the notice.
        proxy.set('cut');
        await press(page, button);
        await toast(page, 'Network error').waitFor();
      }
    }
    proxy.set('pass');
    await tryAgain(page).click();
    await done(page);
    expect(await tryAgain(page).count()).toBe(0);
  },
);

test('if the page after a submitted form cannot be loaded, a retry requests only that page', async () => {
  const { user, page } = await aMember(paths.dashboard('new-api'));
  await field(page, 'API Name').fill('Shop');
  proxy.set('cut', /^GET/);
  await press(page, 'Create API');
  await toast(page, 'Network error').waitFor();
  const answeredPosts = proxy.answered(/^POST/);
  // The server has already processed the form, so the page does not let the user submit it again.
  expect(
    await page.getByRole('button', { name: 'Creating...' }).getAttribute('aria-disabled'),
  ).toBe('true');
  proxy.set('pass');
  await tryAgain(page).click();
  await page.getByText('Welcome back').waitFor();
  expect(proxy.answered(/^POST/)).toBe(answeredPosts);
  expect(await prisma.credential.count({ where: { userId: user.userId } })).toBe(1);
});
