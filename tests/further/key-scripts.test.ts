import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { listKeysWithSecrets } from '#domain/identity/api-keys/user-keys.ts';
import { holdScripts } from '../harness/browser.ts';
import { aTab, toast } from '../support/dashboard-tab.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';

test('a section opened before the script ran stays open', async () => {
  const { page, userId } = await aTab('manage-api');
  const { _id } = await createKey({ userId, name: 'Shop' });
  const letCome = await holdScripts(page);
  await page.goto(paths.key(_id), { waitUntil: 'commit' });
  const summary = page.getByLabel('Edit Shop');
  await summary.click();
  await page.getByLabel('API Name').focus();
  letCome();
  // Only the page's script handles Escape: if the section is open, the script focuses the summary.
  const closed = async () => {
    await page.keyboard.press('Escape');
    return summary.evaluate((element) => element === document.activeElement);
  };
  await expect.poll(closed, { timeout: 45_000 }).toBe(true);
});

test('a keystroke just before hydration does not break hydration', async () => {
  const { page, userId } = await aTab('manage-api');
  const { _id } = await createKey({ userId, name: 'Shop' });
  // React schedules its work with messages to a MessagePort. The script below presses a key before React handles the
  // first message.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...given: [unknown]) {
      const press = new KeyboardEvent('keydown', { key: 'a', bubbles: true });
      queueMicrotask(() => document.body.dispatchEvent(press));
      return postMessage.apply(this, given);
    };
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(paths.key(_id));
  const summary = page.getByLabel('Edit Shop');
  await summary.click();
  await page.getByLabel('API Name').focus();
  const closed = async () => {
    await page.keyboard.press('Escape');
    return summary.evaluate((element) => element === document.activeElement);
  };
  await expect.poll(closed).toBe(true);
  expect(errors).toEqual([]);
});

test('a name typed before the script ran can be submitted', async () => {
  const { page, userId } = await aTab('home');
  const letCome = await holdScripts(page);
  await page.goto(paths.dashboard('new-api'), { waitUntil: 'commit' });
  await page.getByLabel('API Name').fill('Shop');
  letCome();
  await waitForIdle(page);
  const button = page.getByRole('button', { name: 'Create API' });
  expect(await button.getAttribute('aria-disabled')).toBe('false');
  await button.click();
  await toast(page, 'API Key created successfully');
  expect(await listKeysWithSecrets(userId)).toMatchObject([{ name: 'Shop' }]);
});

test('a blank name cannot be submitted', async () => {
  const { page, open } = await aTab('new-api');
  await open();
  const button = page.getByRole('button', { name: 'Create API' });
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('API Name').fill('   ');
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('API Name').fill('x');
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('false');
});

test('the ID and secret of an active key can be copied, but the secret of an inactive key cannot', async () => {
  const { page, userId, open } = await aTab('home');
  const key = await createKey({ userId, name: 'Shop' });
  await open();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy API ID of Shop' }).click();
  await toast(page, 'API ID copied to clipboard');
  expect(await clipboard()).toBe(key.keyId);
  await page.getByRole('heading', { name: 'Shop' }).click();
  await page.getByRole('button', { name: 'Copy API Key of Shop' }).click();
  await toast(page, 'API Key copied to clipboard');
  expect(await clipboard()).toBe(key.secretKey);

  const { updateKey } = await import('#domain/identity/api-keys/user-keys.ts');
  await updateKey(userId, key._id, { isActive: false });
  await open();
  await page.getByRole('heading', { name: 'Shop' }).click();
  expect(await page.getByRole('button', { name: 'Copy API Key of Shop' }).isDisabled()).toBe(true);
});
