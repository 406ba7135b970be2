import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { launchBrowser, openPage } from '../harness/browser.ts';
import { startSite } from '../harness/site.ts';
import { aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { waitForText } from '../support/console-page.ts';
import { field, press } from '../support/page-controls.ts';
import { anAddress, isSignedIn, leadsTo, providerSignIn } from '../support/provider-sign-in.ts';
import { sendForm } from '../support/send-form.ts';
import { aVisitor, type Visitor } from '../support/visitor.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';

const { home, linkMailedTo } = await startSite();
const browser = await launchBrowser();
const { arrive } = providerSignIn(home);

const password = 'correct horse';
const asha = { name: 'Asha Rao', password, passwordConfirm: password, terms: 'on' };

const pathOf = (url: string) => url.slice(home.length);

/** Expects that the API accepts the key that a page shows after its creation. */
async function expectWorkingKey(html: string) {
  const [keyId = ''] = /dk_[a-z0-9]{20}/.exec(html) ?? [];
  const [secretKey = ''] = /sk_[a-z0-9]{40}/.exec(html) ?? [];
  const caller = client(home, { userId: '', keyId, secretKey });
  expect((await caller.get('/balance')).body).toMatchObject({ success: true, balance: 50 });
}

test('a visitor registers, confirms the address, gets a working API key and logs out', async () => {
  const email = anAddress();
  const page = await openPage(browser, home);
  await page.goto('/');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await field(page, 'Full Name').fill('Asha Rao');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(password);
  await page.getByLabel(/Terms of Service/).check();
  await press(page, 'Create Account');
  await waitForText(page, 'Account created successfully');
  await page.getByRole('heading', { name: 'Login' }).waitFor();
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await press(page, 'Login');
  await page.getByText('Welcome back, Asha Rao').waitFor();
  await waitForText(page, 'Please confirm your email address');

  await page.goto(await linkMailedTo(email, '/confirm-email/'));
  await press(page, 'Confirm email address');
  await waitForText(page, 'Email address confirmed');
  expect(await page.getByText('Please confirm your email address').count()).toBe(0);

  await page.getByRole('link', { name: 'Create New API' }).first().click();
  await field(page, 'API Name').fill('Shop');
  // A new account starts in test mode.
  await page.getByRole('radio', { name: 'Live key' }).check();
  await press(page, 'Create API');
  await waitForText(page, 'API Key created successfully');
  await expectWorkingKey(await page.content());

  await page.locator('summary').filter({ hasText: 'Asha', visible: true }).click();
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await page.waitForURL(`${home}/`);
  await page.goto(paths.dashboard('account'));
  await waitForIdle(page);
  expect(new URL(page.url()).pathname).toBe('/login');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await press(page, 'Login');
  await page.getByRole('heading', { name: 'Where you are logged in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(paths.dashboard('account'));
});

const logIn = (visitor: Visitor, email: string, secret = password) =>
  sendForm(visitor, '/login', 'Login', { email, password: secret });

test('without JavaScript a visitor registers, confirms the address and gets a working API key', async () => {
  const email = anAddress();
  const visitor = aVisitor(home);
  const sent = await sendForm(visitor, '/register', 'Create Account', { ...asha, email });
  expect((await visitor.follow(sent)).html).toContain('Account created successfully');
  const dashboard = await visitor.follow(await logIn(visitor, email));
  expect(dashboard.html).toContain('Please confirm your email address');
  const link = pathOf(await linkMailedTo(email, '/confirm-email/'));
  const confirmed = await visitor.follow(await sendForm(visitor, link, 'Confirm email address'));
  expect(confirmed.html).toContain('Email address confirmed');
  expect(confirmed.html).not.toContain('Please confirm your email address');
  const made = await sendForm(visitor, paths.dashboard('new-api'), 'Create API', {
    ...{ name: 'Shop', mode: 'live' },
  });
  await expectWorkingKey((await visitor.follow(made)).html);
});

test('an emailed link replaces a forgotten password, and old sessions end', async () => {
  const { email } = await aUser({ email: anAddress(), password });
  const [old, visitor] = [aVisitor(home), aVisitor(home)];
  await logIn(old, email);
  expect(await isSignedIn(old)).toBe(true);
  await sendForm(visitor, '/forget-password', 'Send Reset Link', { email });
  const link = pathOf(await linkMailedTo(email, '/reset-password/'));
  const reset = (to: string) =>
    sendForm(visitor, link, 'Reset Password', { password: to, passwordConfirm: to });
  expect((await reset('battery staple')).html).toContain('Your password has been reset');
  expect((await logIn(visitor, email)).html).toContain('Incorrect email or password.');
  expect((await logIn(visitor, email, 'battery staple')).location).toBe('/dashboard');
  expect(await isSignedIn(old)).toBe(false);
  expect((await reset('third time')).html).toContain('This link has expired or was already used.');
});

test('a visitor signs in with Google', async () => {
  const page = await openPage(browser, home);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await field(page, 'Name').fill('Gita');
  await page.getByLabel('Email address').fill(anAddress());
  await press(page, 'Allow');
  await page.getByText('Welcome back, Gita').waitFor();
});

test.each(['google', 'github'] as const)(
  'without JavaScript %s signs a person in by redirects and a button',
  async (name) => {
    const visitor = aVisitor(home);
    expect((await visitor.get('/login')).html).toContain(`href="/api/v1/users/${name}`);
    const end = await arrive(visitor, name, { name: 'Hari' });
    const sent = await sendForm(visitor, end, 'Continue');
    expect(leadsTo(sent)).toBe('/dashboard');
    expect((await visitor.follow(sent)).html).toContain('Hari');
  },
);

/** Opens the login in a new window. @returns the window, and the errors in its console */
async function openLogin(path = '/login') {
  const page = await openPage(browser, home);
  const context = page.context();
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  await page.goto(path);
  await waitForIdle(page);
  return { context, page, complaints };
}

/** Clicks the button. @returns the window that it opens */
async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Continue with GitHub' }).click();
  return opened;
}

test('a sign-in with GitHub opens a window, closes it and signs in the page that opened it, despite forged messages of other windows', async () => {
  const { page, context, complaints } = await openLogin(
    paths.loginThen(paths.dashboard('account')),
  );
  const popup = await openWindow(page);
  const closed = popup.waitForEvent('close');
  expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([600, 600]);
  // If the page accepted these two messages, it would exchange their forged code instead of the code from the pop-up
  // window.
  await page.evaluate(() => window.postMessage({ token: 'forged' }, '*'));
  await popup.evaluate(() => window.opener?.postMessage({ token: 'forged' }, '*'));
  await popup.getByLabel('Email address').fill(anAddress());
  await popup.getByRole('button', { name: 'Allow' }).click();
  await closed;
  await page.waitForURL(home + paths.dashboard('account'));
  expect(context.pages()).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('if the user denies access, the popup closes and the page that opened it shows the error; if popups are blocked, the sign-in uses the same window', async () => {
  const { page } = await openLogin();
  const popup = await openWindow(page);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Deny' }).click();
  await closed;
  await page.getByText('GitHub login failed: access was denied').waitFor();
  expect(page.url()).toBe(`${home}/login`);

  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('link', { name: 'Continue with GitHub' }).click();
  await page.getByLabel('Email address').fill(anAddress());
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${home}/dashboard`);
});
