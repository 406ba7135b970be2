import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createOrder } from '#sandbox/payments/operations.ts';
import { aCuttingProxy } from '../harness/breakable.ts';
import {
  axeViolations,
  holdBack,
  launchBrowser,
  localhostUrl,
  openPage,
  openPageAs,
} from '../harness/browser.ts';
import { listPeriods, startPaymentStack } from '../harness/payment-stack.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { aUser } from '../support/account.ts';
import { open, pagesBehind, toast, tryAgain } from '../support/cut-page.ts';
import { press } from '../support/page-controls.ts';
import { dialogOf, payer, payPath } from '../support/payment-page.ts';

/** Tests of the payment dialog and pages, in addition to the journeys in tests/e2e/payment.test.ts. */

const shop = await startPaymentStack();
await stopAfterFile(shop.aWorker());
const browser = await launchBrowser();
const { provider } = shop;
const site = localhostUrl(shop.web);
const proxy = await aCuttingProxy(shop.web.url);
const { aCustomer, expectPaid } = payer(site, browser);

test('the pages of a paid plan have no axe violations, and a refund without a reason gets an error', async () => {
  const { user, page } = await aCustomer();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await dialogOf(page).getByRole('button', { name: 'Pay', exact: true }).click();
  await expectPaid(page, user);
  const forms = ['refund', 'cancel', 'cancel&sure=1'].map(
    (tab) => `/CancellationsRefunds?tab=${tab}`,
  );
  const others = [paths.dashboard('billing-history'), paths.dashboard('plan-details')];
  const plans = [await payPath('Pro'), await payPath('Basic')];
  for (const path of ['', ...others, ...forms, ...plans]) {
    if (path) await page.goto(path);
    expect([path, await axeViolations(page)]).toEqual([path, []]);
  }
  await open(page, '/CancellationsRefunds?tab=refund');
  await press(page, 'Request Refund');
  const missing = 'Please provide a reason for your refund request.';
  await toast(page, missing).waitFor();
  expect(await page.locator('form').getByText(missing).count()).toBe(1);
});

test('while the page of a payment loads, the previous page shows “Loading...”', async () => {
  const page = await openPageAs(await aUser(), browser, site);
  await open(page, '/payment-status');
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await page.getByText('Welcome back').waitFor();
  const arrive = await holdBack(page, '**/payment-status.data*');
  await page.goBack({ waitUntil: 'commit' });
  await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
  arrive();
  await page.getByRole('heading', { name: 'No Payment Information' }).waitFor();
});

test('closing the dialog changes nothing, and the page after a declined payment has no axe violations', async () => {
  const { user, page } = await aCustomer();
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await dialogOf(page).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Pay Now' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await dialogOf(page).getByRole('button', { name: 'Decline' }).click();
  await dialogOf(page).getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alert').filter({ hasText: 'Payment failed' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await listPeriods(user.userId)).toEqual([]);
});

test('after a payment in a closed tab the plan is active, and the open payment page shows this without a reload', async () => {
  provider.faultSettings.webhooks.set('never');
  onTestFinished(() => provider.faultSettings.webhooks.set('normal'));
  const { user, page } = await aCustomer();
  await page.getByRole('button', { name: 'Pay Now' }).click();
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

test('if the provider’s script does not load, the page says so and links to the provider’s page', async () => {
  const { user, page } = await aCustomer();
  await page.route(provider.checkoutUrl, (route) => route.abort());
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await press(page, 'Pay on Razorpay’s page instead');
  await press(page, 'Pay');
  await expectPaid(page, user);
});

test('a payment that cannot be started shows an error, and the user can start it again', async () => {
  const { page } = await pagesBehind(proxy.url, browser).aMember(await payPath('Basic'));
  proxy.set('cut');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.getByRole('alert').getByText('Payment initialization failed').waitFor();
  await toast(page, 'Payment initialization failed').waitFor();
  await toast(page, 'Network error').waitFor();
  proxy.set('pass');
  await tryAgain(page).click();
  await dialogOf(page).getByText('₹199.00').waitFor();
});

/** A merchant's script that opens the sandbox's Checkout and records its events. */
const script = `
window.heard = [];
const options = JSON.parse(document.body.dataset.options);
const checkout = new Razorpay({
  ...options,
  handler: (answer) => heard.push({ answer }),
  modal: { ondismiss: (reason) => heard.push({ dismissed: reason ?? 'by hand' }) },
});
checkout.on('payment.failed', ({ error }) => heard.push({ failed: error.reason }));
document.querySelector('button').addEventListener('click', () => checkout.open());
`;

const checkout = new URL(provider.checkoutUrl).origin;

/** A merchant's page for an order, with Checkout open. */
async function aCheckout(more: Record<string, unknown> = {}) {
  const { id } = createOrder(provider.context, { amount: 99_900, currency: 'INR' });
  const options = { key: provider.options.keyId, order_id: id, name: 'Dakiya', ...more };
  const attribute = JSON.stringify(options).replaceAll('"', '&quot;');
  const server = createServer(({ url }, response) => {
    if (url === '/shop.js') {
      response.setHeader('content-type', 'text/javascript').end(script);
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.setHeader(
      'content-security-policy',
      `default-src 'self'; script-src 'self' ${checkout}; frame-src ${checkout}; form-action 'self' ${checkout}`,
    );
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><body data-options="${attribute}"><main><h1>Shop</h1><button>Pay Now</button></main><script src="${provider.checkoutUrl}"></script><script src="/shop.js"></script>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const page = await openPage(
    browser,
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  await page.goto('/');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  const press = (name: string) =>
    page.frameLocator('iframe').getByRole('button', { name, exact: true }).click();
  return { id, page, press };
}

/** Waits until the merchant's page has recorded `count` events. @returns the events */
async function heard(page: Page, count: number) {
  await page.waitForFunction((n) => (globalThis as unknown as Heard).heard.length >= n, count);
  return page.evaluate(() => (globalThis as unknown as Heard).heard);
}

type Heard = { heard: Record<string, unknown>[] };

test('under a strict content policy, Checkout reports to the page when Escape or a timeout has closed it', async () => {
  const { id, page } = await aCheckout();
  await page.frameLocator('iframe').getByRole('button', { name: 'Dismiss' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await heard(page, 1)).toEqual([{ dismissed: 'by hand' }]);
  expect(provider.ledger.paymentsOf(id)).toEqual([]);
  const { page: slow } = await aCheckout({ timeout: 0.1 });
  expect(await heard(slow, 1)).toEqual([{ dismissed: 'timeout' }]);
});

test('a checkout by redirect opens the provider’s page, which returns by submitting a form', async () => {
  const back = new URL('/healthz?back', provider.url).href;
  const { id, page } = await aCheckout({ redirect: true, callback_url: back });
  const [sent] = await Promise.all([
    page.waitForRequest(back),
    page.getByRole('button', { name: 'Pay', exact: true }).click(),
  ]);
  expect(new URLSearchParams(sent.postData() ?? '').get('razorpay_order_id')).toBe(id);
});

test('neither Checkout nor the sandbox’s page of payments has axe violations or scrolls sideways', async () => {
  const { id } = createOrder(provider.context, {
    amount: 1_23_45_600,
    currency: 'INR',
    receipt: 'r1',
  });
  provider.fail(id);
  provider.faultSettings.webhooks.set('held', 3);
  const { keyId } = provider.options;
  const asked = new URLSearchParams({ key_id: keyId, order_id: id, origin: 'http://localhost' });
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    const viewport = { width, height: 740 };
    const page = await openPage(browser, provider.url, { viewport, colorScheme });
    for (const path of [`/razorpay/checkout?${asked}`, '/payments']) {
      await page.goto(path);
      expect(await axeViolations(page), `${path} ${width} ${colorScheme}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});
