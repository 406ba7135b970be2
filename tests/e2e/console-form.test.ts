import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma } from '#platform/db.ts';
import { launchBrowser, localhostUrl } from '../support/browser.ts';
import { aNumber, consolesAt, waitForText } from '../support/console-page.ts';
import { field, press } from '../support/page-controls.ts';
import { sharedWeb } from '../support/shared-web.ts';

const aConsole = consolesAt(localhostUrl(await sharedWeb()), await launchBrowser());

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  test('another country is not served, and nothing typed is lost', async () => {
    const { page, sent } = await aConsole('message', { javaScriptEnabled });
    await field(page, 'Phone number').fill(aNumber());
    await field(page, 'Message').fill('Hello');
    expect(await field(page, 'Country code').locator('option').count()).toBe(15);
    await field(page, 'Country code').selectOption('+44');
    if (!javaScriptEnabled) await press(page, 'Send Test Message');
    await waitForText(page, 'Service Limited');
    await waitForText(page, 'Currently, our service is only available in India.');
    await expect.poll(() => field(page, 'Country code').inputValue()).toBe('+91');
    expect(await field(page, 'Message').inputValue()).toBe('Hello');
    expect(await sent()).toEqual([]);
  });
});

test('only digits go into the fields for them, however they are pasted', async () => {
  const { page } = await aConsole('message');
  await expect.poll(() => field(page, 'Phone number').getAttribute('maxlength')).toBe(null);
  await field(page, 'Phone number').fill('+91 98765-43210');
  expect(await field(page, 'Phone number').inputValue()).toBe('9876543210');
  await field(page, 'Phone number').fill('98765432109');
  expect(await field(page, 'Phone number').inputValue()).toBe('9876543210');
  await field(page, 'Phone number').fill('98a7');
  expect(await field(page, 'Phone number').inputValue()).toBe('987');
});

test('the code follows the key and what is typed, and is copied', async () => {
  const { page, key, userId } = await aConsole('message');
  const other = await createKey({ userId, name: 'Store' });
  await page.goto(paths.dashboard('message', { key: other.keyId }));
  await field(page, 'API key').locator(`option[value=${key.keyId}]`).waitFor({ state: 'attached' });
  const code = page.getByLabel('Send a message in curl');
  expect(await code.textContent()).toContain(other.keyId);
  await expect.poll(() => field(page, 'Phone number').getAttribute('maxlength')).toBe(null);
  await field(page, 'API key').selectOption({ label: `Shop (${key.keyId})` });
  await field(page, 'Phone number').fill('9876599999');
  await field(page, 'Message').fill('It’s here');
  await expect.poll(() => code.textContent()).toContain(key.keyId);
  for (const typed of ['9876599999', 'It’s here', 'sk_your_api_key'])
    expect(await code.textContent()).toContain(typed);
  await press(page, 'Copy Code sample of Send a message');
  await waitForText(page, 'Copied');
  await waitForText(page, 'Code sample copied to clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.textContent());
  await page.getByText('No-Code Test').click();
  await page.getByLabel('The request that the form makes').getByText('9876599999').waitFor();
  expect(await code.isVisible()).toBe(false);
  expect(await field(page, 'Message').inputValue()).toBe('It’s here');
});

test('the sample shows a code that ends after five minutes', async () => {
  const { page } = await aConsole('OTPVerification');
  expect(await page.getByText('2026-04-06T09:35:00.000Z').count()).toBe(1);
  expect(await page.getByText('2035').count()).toBe(0);
});

test('the chosen country has its flag, without a script and without a font that has flags', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await aConsole('OTPVerification', { javaScriptEnabled });
    const flag = () =>
      field(page, 'Country code').evaluate((select) => getComputedStyle(select).backgroundImage);
    expect(await flag()).toContain('ff9933');
    expect(await field(page, 'Country code').locator('option').allTextContents()).toHaveLength(15);
  }
});

test('the name of the country that is served can be read at any width', async () => {
  const { page } = await aConsole('OTPVerification');
  for (const width of [360, 768, 1024, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    const room = await field(page, 'Country code').evaluate((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('the browser draws no text');
      context.font = font;
      const arrow = 20;
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      return select.clientWidth - padding - arrow - context.measureText('+91 India').width;
    });
    expect(room, `at ${width} px`).toBeGreaterThan(0);
  }
});

test('a session that ends during typing loses no input', async () => {
  const { page, userId } = await aConsole('message');
  await expect.poll(() => field(page, 'Phone number').getAttribute('maxlength')).toBe(null);
  await field(page, 'Phone number').fill(aNumber());
  await field(page, 'Message').fill('Hello');
  await prisma.session.deleteMany({ where: { userId } });
  await press(page, 'Send Test Message');
  await waitForText(page, 'Your session has expired. Please sign in again.');
  expect(await field(page, 'Message').inputValue()).toBe('Hello');
});
