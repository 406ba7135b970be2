import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { exampleTestRecipient } from '#domain/messaging/recipients/magic-numbers.ts';
import { launchBrowser, openPageAs } from '../support/browser.ts';
import { aNewcomer } from '../support/newcomer.ts';
import { press } from '../support/page-controls.ts';
import { startSite } from '../support/site.ts';

const { home, smsc } = await startSite();

test('a new account watches its first test message end as delivered, and no phone gets it', async () => {
  const page = await openPageAs(await aNewcomer(), await launchBrowser(), home);
  await page.goto(paths.dashboard());
  await press(page, 'Send a test message');
  await page.getByText('Counted as delivered.').waitFor();
  await page.getByRole('heading', { name: 'Send a test message (done)' }).waitFor();
  expect(smsc.phones.conversation(exampleTestRecipient.slice(1)).messages).toEqual([]);
  await page.getByRole('region', { name: 'Test mode' }).waitFor();
  await press(page, 'Live');
  await page.getByText('You have no API keys yet').waitFor();
  expect(await page.getByRole('region', { name: 'Test mode' }).count()).toBe(0);
  await press(page, 'Hide');
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' });
});
