import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { aUser } from '../support/account.ts';
import { launchBrowser, localhostUrl, openPageAs } from '../support/browser.ts';
import { insertMessages } from '../support/messages.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

describe.each([true, false])('with JavaScript: %s', (javaScriptEnabled) => {
  test('messages are filtered, opened, left, paged through and exported', async () => {
    const user = await aUser();
    const { keyId } = await createKey({ userId: user.userId, name: 'Shop' });
    await insertMessages(user.userId, Array(30).fill({ keyId, content: 'On its way' }));
    const given = { keyId, state: 'failed', reason: 'refused with 0x0000000B' } as const;
    await insertMessages(user.userId, [given, { keyId, content: null }]);
    const page = await openPageAs(user, browser, localhostUrl(web), { javaScriptEnabled });
    await page.goto(paths.dashboard());
    const main = page.getByRole('main');
    const rows = main.getByRole('row').filter({ has: page.getByRole('link') });

    await page.getByRole('link', { name: 'Messages', exact: true }).click();
    await main.getByText('One-time password, not shown').waitFor();
    expect(await rows.count()).toBe(25);

    await main.getByLabel('State').selectOption('failed');
    await main.getByLabel('Number').fill('98765 43210');
    await main.getByLabel('API key').selectOption('Shop');
    await main.getByRole('button', { name: 'Filter' }).click();
    await main.getByText('3 filters are on').waitFor();
    expect(await rows.count()).toBe(1);
    expect(await main.getByLabel('Number').inputValue()).toBe('98765 43210');

    await rows.getByRole('link').click();
    await main.getByText('it does not accept the number').first().waitFor();
    if (javaScriptEnabled) {
      await main.getByRole('button', { name: 'Copy number' }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('+919876543210');
    }
    await main.getByRole('link', { name: 'Back to the messages' }).click();
    await main.getByText('3 filters are on').waitFor();

    await main.getByLabel('Number').fill('12345');
    await main.getByRole('button', { name: 'Filter' }).click();
    await main
      .getByText(
        'This number has 5 digits. An Indian mobile number has 10, with or without +91 in front.',
      )
      .waitFor();
    expect(await main.getByLabel('Number').inputValue()).toBe('12345');

    await main.getByRole('link', { name: 'Clear filters' }).click();
    await main.getByRole('link', { name: 'Older' }).click();
    await main.getByRole('link', { name: 'Newest' }).waitFor();
    expect(await rows.count()).toBe(7);
    expect(await main.getByRole('link', { name: 'Older' }).count()).toBe(0);

    const download = page.waitForEvent('download');
    await main.getByRole('link', { name: 'Export as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^dakiya-messages-[\d-]+\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(33);
  });
});
