import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { docsSections } from '#app/content/docs.ts';
import { paths } from '#app/paths.ts';
import { axeViolationsAtAllWidths, launchBrowser, openPage } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { open } from '../support/cut-page.ts';

/** Tests of the documentation and the reference in a browser, in addition to those of tests/site. */
const web = await sharedWeb();
const browser = await launchBrowser();

const search = (page: Page) => page.getByRole('search', { name: 'Search the documentation' });

test('the list of sections is filtered by title while the user types, and Enter opens the results', async () => {
  const page = await openPage(browser, web.url);
  await open(page, paths.docsSection('messaging'));
  const links = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link');
  expect(await links.count()).toBe(docsSections.length);
  const field = search(page).getByRole('searchbox');
  await field.fill('api');
  await expect.poll(() => links.allTextContents()).toEqual(['API Reference']);
  await field.press('Enter');
  await page.waitForURL(`**${paths.docsSearch}?query=api`);
  expect(await field.inputValue()).toBe('api');
  expect(await links.allTextContents()).toEqual(['API Reference']);
  await field.fill('nowhere');
  await expect.poll(() => links.count()).toBe(docsSections.length);
});

test('the results beside the search field have no axe violations; Enter opens the page of results, which has none either', async () => {
  const page = await openPage(browser, web.url);
  await open(page, paths.docsSection('messaging'));
  const field = search(page).getByRole('searchbox');
  await field.fill('idempotency');
  await search(page).getByRole('link').first().waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await field.press('Enter');
  await page.waitForURL(`**${paths.docsSearch}?query=idempotency`);
  const found = page.getByRole('region', { name: 'Search results' });
  await found.getByRole('link').first().waitFor();
  expect(await field.inputValue()).toBe('idempotency');
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
});

test('if the search index cannot be loaded, the page says so, and the next keystroke retries', async () => {
  const page = await openPage(browser, web.url);
  await open(page, paths.docs);
  await page.route(`**${paths.docsIndex}`, (route) => route.abort());
  await search(page).getByRole('searchbox').fill('segment');
  await search(page).getByText('could not be loaded').last().waitFor();
  await page.unroute(`**${paths.docsIndex}`);
  await search(page).getByRole('searchbox').fill('segments');
  await search(page).getByRole('link').first().waitFor();
});

test('without JavaScript each sample can be read in every language', async () => {
  const page = await openPage(browser, web.url, { javaScriptEnabled: false });
  await page.goto(paths.docs);
  const first = page.locator('.sample').first();
  await first.locator('label', { hasText: /^Java$/ }).click();
  const shown = first.getByRole('region');
  expect(await shown.count()).toBe(1);
  expect(await shown.textContent()).toContain('public static void main');
});

test.each([true, false])(
  'on a phone the list of sections closes when another section opens, and is open on the results of a search (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const viewport = { width: 360, height: 740 };
    const page = await openPage(browser, web.url, { viewport, javaScriptEnabled });
    const list = page.locator('details', { hasText: 'all sections' });
    await page.goto('/docs');
    await list.locator('summary').click();
    await list.getByRole('link', { name: 'Messaging' }).click();
    await page.waitForURL('**/docs/messaging');
    await list.getByRole('link', { name: 'Messaging' }).waitFor({ state: 'hidden' });
    await page.goto(`${paths.docsSearch}?query=web`);
    await list.getByRole('link', { name: 'Webhooks' }).waitFor();
  },
);

test('the generated commands never contain a password that the user typed into “Try it”', async () => {
  const page = await openPage(browser, web.url);
  for (const operation of ['logIn', 'signUp', 'resetPassword']) {
    await page.goto(`/api-reference/${operation}`);
    await page.getByRole('button', { name: 'Send request' }).waitFor();
    for (const field of await page.locator('input[type=password]').all()) await field.fill('hush!');
    const command = page.getByRole('region', { name: 'Command' });
    expect(await command.textContent()).toContain('your_password');
    expect(await command.textContent()).not.toContain('hush!');
  }
});

test('“Try it” shows what a call costs', async () => {
  const page = await openPage(browser, web.url);
  await page.goto('/api-reference/verifyOtp');
  await page.getByText('It is not counted against your plan.').waitFor();
  await page.goto('/api-reference/getBalance');
  await page.getByText('it counts against your plan like any other.').waitFor();
});

test('“Try it” shows an error if the server does not answer, or if the input cannot be sent', async () => {
  const page = await openPage(browser, web.url);
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.goto('/api-reference/sendBatch');
  await page.getByLabel('messages').fill('[{]');
  await page.getByText('This is not valid JSON.').waitFor();
  await page.getByLabel('messages').fill('[{"recipient":"9876543210","message":"a"}]');
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText('Network error').waitFor();
});
