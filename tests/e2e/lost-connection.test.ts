import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { aCuttingProxy } from '../harness/breakable.ts';
import { axeViolations, launchBrowser } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { blame, open, pagesBehind, toast, tryAgain } from '../support/cut-page.ts';
import { field, press } from '../support/page-controls.ts';

/** The other forms and kinds of connection failure are in tests/long/lost-connection.test.ts. */
const proxy = await aCuttingProxy((await sharedWeb()).url);
const { aStranger, aMember } = pagesBehind(proxy.url, await launchBrowser());

test('when a tab cannot be loaded, the open tab and its input stay', async () => {
  const { page } = await aMember(paths.dashboard('new-api'));
  await field(page, 'API Name').fill('Half a na');
  proxy.set('cut');
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
  await toast(page, 'Network error').waitFor();
  expect(await field(page, 'API Name').inputValue()).toBe('Half a na');
  expect(await blame(page).count()).toBe(0);
  expect(await page.getByText('Loading...').count()).toBe(0);
  // If the retry fails too, the input is kept.
  await tryAgain(page).click();
  await tryAgain(page).waitFor();
  proxy.set('pass');
  await tryAgain(page).click();
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
  await expect.poll(() => tryAgain(page).count()).toBe(0);
});

test('a login whose response breaks off shows an error, and can be submitted again', async () => {
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

test('resubmitting the new-key form after a lost response creates only one key', async () => {
  const { user, page } = await aMember(paths.dashboard('new-api'));
  await field(page, 'API Name').fill('Shop');
  await page.context().setOffline(true);
  await press(page, 'Create API');
  await toast(page, 'You are offline, so nothing was sent.').waitFor();
  await page.context().setOffline(false);
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

test('a console reports a lost connection and a failed response, and a retry then sends one message', async () => {
  const { user, page } = await aMember('/dashboard');
  await createKey({ userId: user.userId, name: 'Shop' });
  await open(page, paths.dashboard('message'));
  await field(page, 'Phone number').fill('9876512345');
  await field(page, 'Message').fill('Hello');
  proxy.set('cut');
  await press(page, 'Send Test Message');
  await toast(page, 'Network error').waitFor();
  expect(await page.locator('.toast-corner').textContent()).toContain(
    'ErrorFailed to send messageErrorNetwork errorIt may have arrived.',
  );
  expect(await field(page, 'Phone number').inputValue()).toBe('9876512345');
  proxy.set('bad-gateway');
  await tryAgain(page).click();
  await toast(page, 'Network error').waitFor({ state: 'detached' });
  await toast(page, 'Failed to send message').waitFor();
  proxy.set('pass');
  await tryAgain(page).click();
  await toast(page, 'Message sent successfully!').waitFor();
  expect(await tryAgain(page).count()).toBe(0);
  expect(await prisma.message.count({ where: { userId: user.userId } })).toBe(1);
});
