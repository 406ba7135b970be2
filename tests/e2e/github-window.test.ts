import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { launchBrowser, openPage } from '../support/browser.ts';
import { startWithProviders } from '../support/sign-in-providers.ts';
import { stopAfterFile } from '../support/stop-after-file.ts';

const { home } = await stopAfterFile(startWithProviders());
const browser = await launchBrowser();

/** Opens the login in a window of its own, with what its pages complain about. */
async function openLogin(path = '/login') {
  const page = await openPage(browser, home);
  const context = page.context();
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  await page.goto(path, { waitUntil: 'networkidle' });
  return { context, page, complaints };
}

/** Presses the button. @returns the window that it opens */
async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Continue with GitHub' }).click();
  return opened;
}

test('signing in with GitHub opens a window, which closes and leaves its opener signed in', async () => {
  const { page, context, complaints } = await openLogin(
    paths.loginThen(paths.dashboard('account')),
  );
  const popup = await openWindow(page);
  const closed = popup.waitForEvent('close');
  expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([600, 600]);
  await popup.getByLabel('Email address').fill('window@example.com');
  await popup.getByRole('button', { name: 'Allow' }).click();

  await closed;
  await page.waitForURL(home + paths.dashboard('account'));
  expect(context.pages()).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('a window in which access was denied closes, and its opener says so', async () => {
  const { page } = await openLogin();
  const popup = await openWindow(page);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Deny' }).click();

  await closed;
  await page.getByText('GitHub login failed: access was denied').waitFor();
  expect(page.url()).toBe(`${home}/login`);
});

test('the sign-in continues in the same window if the browser opens no other', async () => {
  const { page } = await openLogin();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('link', { name: 'Continue with GitHub' }).click();
  await page.getByLabel('Email address').fill('same@example.com');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${home}/dashboard`);
});

test('messages of other windows are not heard', async () => {
  const { page } = await openLogin();
  const popup = await openWindow(page);
  await page.evaluate(() => window.postMessage({ token: 'forged' }, '*'));
  await popup.evaluate(() => window.opener?.postMessage({ token: 'forged' }, '*'));
  await popup.getByLabel('Email address').fill('heard@example.com');
  await popup.getByRole('button', { name: 'Allow' }).click();

  // Had it heard the others, it would have gone after their code, and missed this one.
  await page.waitForURL(`${home}/dashboard`);
});
