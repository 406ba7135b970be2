import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { createOrder } from '#sandbox/payments/create-order.ts';
import { startPayments } from '#sandbox/payments/server.ts';
import { axeViolations, launchBrowser, openPage } from '../support/browser.ts';
import { stopAfterFile } from '../support/stop-after-file.ts';

/** The sandbox's Checkout, opened by a merchant's page under a content policy as strict as ours. */

const provider = await stopAfterFile(
  startPayments().then((payments) => ({ ...payments, stop: () => payments.close() })),
);
const browser = await launchBrowser();
const site = new URL(provider.checkoutUrl).origin;

/** What a merchant's page does with Checkout, noting what it hears. */
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
      `default-src 'self'; script-src 'self' ${site}; frame-src ${site}; form-action 'self' ${site}`,
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

/** What the merchant's page heard, once it heard so much. */
async function heard(page: Page, count: number) {
  await page.waitForFunction((n) => (globalThis as unknown as Heard).heard.length >= n, count);
  return page.evaluate(() => (globalThis as unknown as Heard).heard);
}

type Heard = { heard: Record<string, unknown>[] };

test('a payment that is declined can be tried again, and the page is given what proves it', async () => {
  const { id, page, press } = await aCheckout();
  await press('Decline');
  expect(await heard(page, 1)).toEqual([{ failed: 'payment_failed' }]);
  await press('Pay');
  const [payment] = await heard(page, 2).then(() => provider.ledger.paymentsOf(id));
  expect((await heard(page, 2))[1]).toMatchObject({
    answer: { razorpay_order_id: id, razorpay_payment_id: payment?.id },
  });
  expect(await page.locator('iframe').count()).toBe(0);
});

test('dismissed by its button, by Escape or by time, the page gets its event and nothing is paid', async () => {
  const { id, page, press } = await aCheckout();
  await press('Dismiss');
  expect(await heard(page, 1)).toEqual([{ dismissed: 'by hand' }]);
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await page.frameLocator('iframe').getByRole('button', { name: 'Dismiss' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await heard(page, 2)).toHaveLength(2);
  expect(provider.ledger.paymentsOf(id)).toEqual([]);

  const { page: slow } = await aCheckout({ timeout: 0.1 });
  expect(await heard(slow, 1)).toEqual([{ dismissed: 'timeout' }]);
});

test('paid and then closed, the page hears nothing', async () => {
  const { id, page, press } = await aCheckout();
  await press('Pay, then close the tab');
  await page.frameLocator('iframe').getByText('Now close the tab').waitFor();
  expect(await heard(page, 0)).toEqual([]);
  await page.close();
  expect(provider.ledger.paymentsOf(id)).toMatchObject([{ status: 'captured' }]);
});

test('a checkout by redirect opens the hosted page, and returns by a form', async () => {
  const back = new URL('/healthz?back', provider.url).href;
  const { id, page } = await aCheckout({ redirect: true, callback_url: back });
  const [sent] = await Promise.all([
    page.waitForRequest(back),
    page.getByRole('button', { name: 'Pay', exact: true }).click(),
  ]);
  expect(new URLSearchParams(sent.postData() ?? '').get('razorpay_order_id')).toBe(id);
});

test('neither Checkout nor the page about payments has barriers or scrolls sideways', async () => {
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
