import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { aUser } from '../support/account.ts';
import { launchBrowser, openPage } from '../support/browser.ts';
import { client } from '../support/client.ts';
import { startSite } from '../support/site.ts';
import { until } from '../support/until.ts';

const { home, linkMailedTo } = await startSite();
const browser = await launchBrowser();

const password = 'correct horse';

let people = 0;
const anAddress = () => `asha${++people}@example.com`;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Waits for a page by its headline: its address is there a moment earlier. */
const arrive = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor();

async function logIn(page: Page, email: string, secret = password) {
  await arrive(page, 'Login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await press(page, 'Login');
}

const welcome = (page: Page, name: string) => page.getByText(`Welcome back, ${name}`).waitFor();
/** Waits for words anywhere on the page, in a `noscript` too, where locators of text do not look. */
const waitForText = (page: Page, text: string) =>
  until(`the page says '${text}'`, async () =>
    // biome-ignore lint/performance/useDomNodeTextContent: what is on the screen counts
    (await page.locator('body').innerText()).includes(text),
  );

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  const aVisitor = () => openPage(browser, home, { javaScriptEnabled });

  test('a stranger registers, confirms the address and has a working API key', async () => {
    const email = anAddress();
    const page = await aVisitor();
    await page.goto('/');
    await page.getByRole('link', { name: 'Login' }).first().click();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Full Name').fill('Asha Rao');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await page.getByLabel(/Terms of Service/).check();
    await press(page, 'Create Account');
    await waitForText(page, 'Account created successfully');
    await logIn(page, email);
    await welcome(page, 'Asha Rao');
    await waitForText(page, 'Please confirm your email address');

    await page.goto(await linkMailedTo(email, '/confirm-email/'));
    await press(page, 'Confirm email address');
    await waitForText(page, 'Email address confirmed');
    expect(await page.getByText('Please confirm your email address').count()).toBe(0);

    await page.getByRole('link', { name: 'Create New API' }).first().click();
    await page.getByLabel('API Name').fill('Shop');
    // A new account begins in test mode.
    await page.getByRole('radio', { name: 'Live key' }).check();
    await press(page, 'Create API');
    await waitForText(page, 'API Key created successfully');
    const shown = await page.content();
    const keyId = /dk_[a-z0-9]{20}/.exec(shown)?.[0] ?? '';
    const secretKey = (await page.getByText(/^sk_[a-z0-9]{40}$/).textContent()) ?? '';
    const caller = client(home, { userId: '', keyId, secretKey });
    expect((await caller.get('/balance')).body).toMatchObject({ success: true, balance: 50 });
  });

  test('a forgotten password is replaced with an emailed link, and old sessions end', async () => {
    const { email } = await aUser({ email: anAddress(), password, name: 'Asha' });
    const old = await aVisitor();
    await old.goto('/login');
    await logIn(old, email);
    await welcome(old, 'Asha');

    const page = await aVisitor();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await arrive(page, 'Forgot password');
    await page.getByLabel('Email').fill(email);
    await press(page, 'Send Reset Link');
    await waitForText(page, 'we have emailed it a link');
    const link = await linkMailedTo(email, '/reset-password/');
    await page.goto(link);
    await page.getByLabel('New password').fill('battery staple');
    await page.getByLabel('Confirm password').fill('battery staple');
    await press(page, 'Reset Password');
    await waitForText(page, 'Your password has been reset');
    await logIn(page, email, password);
    await waitForText(page, 'Incorrect email or password.');
    await logIn(page, email, 'battery staple');
    await welcome(page, 'Asha');

    await old.goto('/dashboard');
    expect(new URL(old.url()).pathname).toBe('/login');
    await old.goto(link);
    await old.getByLabel('New password').fill('third time');
    await old.getByLabel('Confirm password').fill('third time');
    await press(old, 'Reset Password');
    await waitForText(old, 'This link has expired or was already used.');
  });

  test('a visitor who must sign in first comes back to where they were going', async () => {
    const { email } = await aUser({ email: anAddress(), password });
    const page = await aVisitor();
    await page.goto(paths.dashboard('account'));
    expect(new URL(page.url()).pathname).toBe('/login');
    await logIn(page, email);
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    await page.waitForURL(`**${paths.dashboard('account')}`);
    await press(page, 'Sign out everywhere');
    await page.waitForURL('**/login');
  });

  test('Google signs a person in', async () => {
    const page = await aVisitor();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Gita');
    await page.getByLabel('Email address').fill(anAddress());
    await press(page, 'Allow');
    if (!javaScriptEnabled) await press(page, 'Continue');
    await welcome(page, 'Gita');
  });

  test('a denied consent ends at the login, which says so', async () => {
    const page = await aVisitor();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await press(page, 'Deny');
    await waitForText(page, 'access was denied');
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  test('logging out ends the session', async () => {
    const { email } = await aUser({ email: anAddress(), password, name: 'Asha' });
    const page = await aVisitor();
    await page.goto('/login');
    await logIn(page, email);
    await welcome(page, 'Asha');
    await page.locator('summary').filter({ hasText: 'Asha', visible: true }).click();
    await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
    await page.waitForURL(`${home}/`);
    await page.goto('/dashboard');
    expect(new URL(page.url()).pathname).toBe('/login');
  });
});

test('without JavaScript GitHub signs a person in by redirects', async () => {
  const page = await openPage(browser, home, { javaScriptEnabled: false });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with GitHub' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Hari');
  await page.getByLabel('Email address').fill(anAddress());
  await press(page, 'Allow');
  await press(page, 'Continue');
  await welcome(page, 'Hari');
});
