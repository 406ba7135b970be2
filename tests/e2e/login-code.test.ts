import { expect, test } from 'vitest';
import { issueLoginCode } from '#domain/identity/accounts/log-in.ts';
import { aUser } from '../support/account.ts';
import {
  axeViolations,
  findOverflowingWidths,
  launchBrowser,
  localhostUrl,
  openPage,
} from '../support/browser.ts';
import { guessToCeiling } from '../support/guess-to-ceiling.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';

const [browser, web] = await Promise.all([launchBrowser(), sharedWeb({ TRUSTED_PROXIES: '1' })]);

test('the login asks for the emailed code in the same form, and keeps its input', async () => {
  const { userId, email, password } = await aUser();
  await guessToCeiling(web.url, email);
  const page = await openPage(browser, localhostUrl(web));
  await page.goto('/login');
  await waitForIdle(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  const code = page.getByLabel('Code from your email');
  await code.waitFor();
  expect(await page.getByLabel('Password').inputValue()).toBe(password);
  expect(await axeViolations(page)).toEqual([]);
  expect(await findOverflowingWidths(page, [360, 1280])).toEqual([]);
  const digits = await issueLoginCode(userId);
  await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/dashboard');
});
