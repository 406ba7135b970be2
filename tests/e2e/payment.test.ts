import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { holdBack, launchBrowser, localhostUrl, openPage, openPageAs } from '../harness/browser.ts';
import { startPaymentStack } from '../harness/payment-stack.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { aUser } from '../support/account.ts';
import { dialogOf, payer } from '../support/payment-page.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';

const shop = await startPaymentStack();
await stopAfterFile(shop.aWorker());
const browser = await launchBrowser();
const site = localhostUrl(shop.web);
const { aCustomer, expectPaid } = payer(site, browser);

test('a user chooses a plan by keyboard and pays in the provider’s dialog, whose script is loaded only after the click on Pay Now', async () => {
  const user = await aUser();
  const page = await openPageAs(user, browser, site);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.goto('/plans');
  await page.getByRole('link', { name: 'Subscribe Now' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Pro' }).waitFor();
  const { id } = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });
  expect(page.url()).toBe(`${site}/payment?plan=${id}`);
  await waitForIdle(page);
  expect(requestedUrls.filter((url) => url.startsWith(shop.provider.url))).toEqual([]);
  await page.getByRole('button', { name: 'Pay Now' }).click();
  const dialog = dialogOf(page);
  await dialog.getByText('₹999.00').waitFor();
  const busy = page.getByRole('button', { name: 'Processing...', includeHidden: true });
  expect(await busy.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('UPI').check();
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click();
  await expectPaid(page, user, 'Pro');
  expect(await page.getByText('UPI').count()).toBe(1);
});

test('a declined payment is shown after the dialog closes, and a second attempt pays for the same order', async () => {
  const { user, page } = await aCustomer();
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await dialogOf(page).getByRole('button', { name: 'Decline' }).click();
  await dialogOf(page).getByRole('alert').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('alert').filter({ hasText: 'Payment failed' }).waitFor();

  await page.getByRole('button', { name: 'Pay Now' }).click();
  await dialogOf(page).getByRole('button', { name: 'Decline' }).click();
  await dialogOf(page).getByRole('alert').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Pay', exact: true }).click();
  await expectPaid(page, user);
  expect(await prisma.order.count({ where: { userId: user.userId } })).toBe(1);
});

test('while the plans load, the previous page shows that they are loading', async () => {
  const page = await openPage(browser, site);
  const arrive = await holdBack(page, '**/plans.data*');
  await page.goto('/');
  const status = page.getByRole('status').filter({ hasText: 'Loading plans...' });
  await page.getByRole('link', { name: 'Pricing' }).first().click();
  await status.waitFor();
  arrive();
  await page.getByRole('heading', { level: 1, name: 'Choose Your Plan' }).waitFor();
  expect(await status.count()).toBe(0);
});
