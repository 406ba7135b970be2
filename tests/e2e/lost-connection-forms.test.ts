import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.ts';
import { aUser } from '../support/account.ts';
import { axeViolations, launchBrowser } from '../support/browser.ts';
import { blame, pagesBehind, toast, tryAgain } from '../support/cut-page.ts';
import { aCuttingProxy } from '../support/cutting-proxy.ts';
import { field, press } from '../support/page-controls.ts';
import { sharedWeb } from '../support/shared-web.ts';

const proxy = await aCuttingProxy((await sharedWeb()).url);
const { aStranger, aMember } = pagesBehind(proxy.url, await launchBrowser());

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
    // The link is none, which only the server can say.
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
    expect(await field(page, typed[0]).inputValue()).toBe(typed[1]);
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

test('a key whose answer was lost is made once, however often the form is sent', async () => {
  const { user, page } = await aMember(paths.dashboard('new-api'));
  await field(page, 'API Name').fill('Shop');
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

test('after a form was submitted, a retry requests only the next page', async () => {
  const { user, page } = await aMember(paths.dashboard('new-api'));
  await field(page, 'API Name').fill('Shop');
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
