import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.ts';
import { aUser, type User } from '../support/account.ts';
import {
  axeViolations,
  launchBrowser,
  localhostUrl,
  openPage,
  openPageAs,
} from '../support/browser.ts';
import { findPlanByName, listPeriods, startPaymentStack } from '../support/payment-stack.ts';
import { stopAfterFile } from '../support/stop-after-file.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';

const shop = await startPaymentStack();
await stopAfterFile(shop.aWorker());
const browser = await launchBrowser();
const { provider } = shop;
const site = localhostUrl(shop.web);

const pay = async (name: string) => `/payment?plan=${(await findPlanByName(name)).id}`;
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay Now' });
const dialogOf = (page: Page) => page.frameLocator('dialog iframe');

/** A window of somebody who is about to pay. */
async function aCustomer(planName = 'Basic') {
  const user = await aUser();
  const page = await openPageAs(user, browser, site);
  await page.goto(await pay(planName));
  return { user, page };
}

/** Waits for the page that tells of success, and looks whether the plan is there. */
async function expectPaid(page: Page, { userId }: User, planName = 'Basic') {
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
  expect(await page.getByText('Your payment has been processed successfully').count()).toBe(1);
  const periods = await listPeriods(userId);
  expect(periods.map(({ plan }) => plan.name)).toEqual([planName]);
}

test('a plan is paid for in the provider’s dialog, whose script comes only then', async () => {
  const { user, page } = await aCustomer('Pro');
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.reload();
  expect(await axeViolations(page)).toEqual([]);
  expect(requestedUrls.filter((url) => url.startsWith(provider.url))).toEqual([]);
  await payNow(page).click();
  const dialog = dialogOf(page);
  await dialog.getByText('₹999.00').waitFor();
  const busy = page.getByRole('button', { name: 'Processing...', includeHidden: true });
  expect(await busy.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('UPI').check();
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click();
  await expectPaid(page, user, 'Pro');
  expect(await page.getByText('UPI').count()).toBe(1);
  const others = [paths.dashboard('billing-history'), paths.dashboard('plan-details')];
  const forms = ['refund', 'cancel', 'cancel&sure=1'].map(
    (tab) => `/CancellationsRefunds?tab=${tab}`,
  );
  for (const path of ['', ...others, ...forms, await pay('Pro'), await pay('Basic')]) {
    if (path) await page.goto(path);
    expect([path, await axeViolations(page)]).toEqual([path, []]);
  }
  await page.goto('/CancellationsRefunds?tab=refund');
  await waitForIdle(page);
  await page.getByRole('button', { name: 'Request Refund' }).click();
  const missing = 'Please provide a reason for your refund request.';
  await page.locator('.toast-corner').getByText(missing).waitFor();
  expect(await page.locator('form').getByText(missing).count()).toBe(1);
});

test('while a payment’s page is on its way, the page before says so', async () => {
  const page = await openPageAs(await aUser(), browser, site);
  await page.goto('/payment-status');
  await waitForIdle(page);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await page.getByText('Welcome back').waitFor();
  let arrive: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/payment-status.data*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goBack({ waitUntil: 'commit' });
  await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
  arrive();
  await page.getByRole('heading', { name: 'No Payment Information' }).waitFor();
});

test('a declined payment is shown when the dialog is closed, and the second try pays the same order', async () => {
  const { user, page } = await aCustomer();
  await payNow(page).click();
  await dialogOf(page).getByRole('button', { name: 'Decline' }).click();
  await dialogOf(page).getByRole('alert').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('alert').filter({ hasText: 'Payment failed' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await payNow(page).click();
  await dialogOf(page).getByRole('button', { name: 'Decline' }).click();
  await dialogOf(page).getByRole('alert').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Pay', exact: true }).click();
  await expectPaid(page, user);
  expect(await prisma.order.count({ where: { userId: user.userId } })).toBe(1);
});

test('closing the dialog changes nothing, and the button is there again', async () => {
  const { user, page } = await aCustomer();
  await payNow(page).click();
  await dialogOf(page).getByRole('button', { name: 'Dismiss' }).click();
  await payNow(page).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await listPeriods(user.userId)).toEqual([]);
});

test('after a payment in a closed tab the plan is active, and the payment page shows it automatically', async () => {
  provider.faultSettings.webhooks.set('never');
  onTestFinished(() => provider.faultSettings.webhooks.set('normal'));
  const { user, page } = await aCustomer();
  await payNow(page).click();
  await dialogOf(page).getByRole('button', { name: 'Pay, then close the tab' }).click();
  await dialogOf(page).getByText('Now close the tab').waitFor();
  const next = await page.context().newPage();
  await page.close();
  await next.goto(paths.dashboard('billing-history'));
  await next.getByRole('link', { name: 'Details of' }).click();
  await next.getByRole('heading', { name: 'Confirming your payment' }).waitFor();
  await next.getByText('Checking again').waitFor();
  expect(await axeViolations(next)).toEqual([]);
  await shop.askNow();
  await expectPaid(next, user);
});

/** Without JavaScript: a user who chose Basic and has gone on to the provider's own page. */
async function onProvidersPage() {
  const user = await aUser();
  const page = await openPage(browser, site, { javaScriptEnabled: false });
  await page.goto(await pay('Basic'));
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await payNow(page).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  return { user, page };
}

test('without JavaScript a plan is paid for on the provider’s own page', async () => {
  const { user, page } = await onProvidersPage();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  expect(new URL(page.url()).origin).toBe(new URL(provider.url).origin);
  await page.getByRole('button', { name: 'Back to Dakiya' }).click();
  await expectPaid(page, user);
});

test('without JavaScript a payment that is declined is shown as failed at once', async () => {
  const { page } = await onProvidersPage();
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await page.getByRole('button', { name: 'Back to Dakiya' }).click();
  await page.getByRole('heading', { name: 'Payment Failed' }).waitFor();
});

test('if the provider’s script does not load, the page says so and links to the provider’s page', async () => {
  const { user, page } = await aCustomer();
  await page.route(provider.checkoutUrl, (route) => route.abort());
  await payNow(page).click();
  await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pay on Razorpay’s page instead' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expectPaid(page, user);
});
