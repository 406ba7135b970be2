import { describe, expect, test } from 'vitest';
import { screens } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { aUser } from '../support/account.ts';
import { launchBrowser, openPageAs } from '../support/browser.ts';
import { photos } from '../support/pictures.ts';
import { startSite } from '../support/site.ts';
import { until } from '../support/until.ts';

const { home } = await startSite();
const browser = await launchBrowser();

const photo = { name: 'me.png', mimeType: 'image/png', buffer: photos.png };

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  test('every screen is opened from the sidebar, a text is delivered, a picture is kept', async () => {
    const user = await aUser({ name: 'Asha Rao' });
    const page = await openPageAs(user, browser, home, { javaScriptEnabled });
    await page.goto(paths.dashboard());
    const main = page.getByRole('main');
    const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
    const open = async (label: string, title: string) => {
      const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
      await sidebar.getByRole('link', { name: label, exact: true }).click();
      await main.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
    };
    for (const { label, title } of screens) await open(label, title);

    await open('Create New API', 'Create New API');
    await main.getByLabel('API Name').fill('Shop');
    await press('Create API');
    await main.getByRole('link', { name: 'Try API with Shop' }).click();
    await main.getByLabel('Phone number').fill('9876501234');
    await main.getByLabel('Message', { exact: true }).fill('On its way');
    await press('Send Test Message');
    await open('Messages', 'Messages');
    await until('the log shows it delivered', async () => {
      await open('Messages', 'Messages');
      return main.getByRole('row').filter({ hasText: 'On its way' }).getByText('delivered').count();
    });

    await open('Account', 'Account');
    await main.getByLabel('Full Name').fill('Asha R.');
    await main.getByLabel('Picture').setInputFiles(photo);
    if (javaScriptEnabled) await main.getByLabel('The selected picture').waitFor();
    await press('Save Changes');
    const shown = main.locator('img[src^="/avatars/"]');
    await shown.waitFor();
    expect(await page.locator('img[src^="/avatars/"]').count()).toBeGreaterThan(1);
    // What is too large is refused by a sentence, and not by a broken connection.
    const large = { ...photo, buffer: Buffer.alloc(10 * 1024 * 1024, photos.png) };
    await main.getByLabel('Full Name').fill('Asha S.');
    await main.getByLabel('Picture').setInputFiles(large);
    await press('Save Changes');
    await main.getByText('Please choose a picture of at most 2 MiB').waitFor();
    expect(await main.getByLabel('Full Name').inputValue()).toBe('Asha S.');
    await press('Remove picture');
    await shown.waitFor({ state: 'detached' });
  });
});
