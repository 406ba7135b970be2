import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.server.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.ts';
import { prisma } from '#platform/db.server.ts';
import { aUser } from '../support/account.ts';
import { axeViolations, launchBrowser, openPageAs } from '../support/browser.ts';
import { startSite } from '../support/site.ts';
import { until } from '../support/until.ts';

const { home, smsc } = await startSite();
const browser = await launchBrowser();

let people = 0;
/** A number of its own for each test, as codes to one number are limited. */
const aNumber = () => String(9_876_510_000 + ++people);

/** A user's page on a console. */
async function aConsole(tab: ScreenId, options: { javaScriptEnabled?: boolean } = {}) {
  const user = await aUser();
  const key = await createKey({ userId: user.userId, name: 'Shop' });
  const page = await openPageAs(user, browser, home, options);
  await page.goto(paths.dashboard(tab));
  const sent = () => prisma.message.findMany({ where: { userId: user.userId } });
  return { page, key, userId: user.userId, sent };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Waits for words anywhere on the page, in a `noscript` too, where locators of text do not look. */
const waitForText = (page: Page, text: string) =>
  until(`the page says '${text}'`, async () =>
    // biome-ignore lint/performance/useDomNodeTextContent: what is on the screen counts
    (await page.locator('body').innerText()).includes(text),
  );

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** The texts that a phone got, oldest first. */
const textsTo = (phone: string) =>
  smsc.phones
    .conversation(`91${phone}`)
    .messages.map(({ segments }) => segments.join(''))
    .reverse();

/** The newest code that a phone got. */
const codeSentTo = (phone: string) =>
  until(`a code for ${phone}`, () => /\b\d{6}\b/.exec(textsTo(phone).at(-1) ?? '')?.[0]);

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  test('a text goes from the console to the handset before the eyes of its sender', async () => {
    const { page, sent, key } = await aConsole('message', { javaScriptEnabled });
    const phone = aNumber();
    await press(page, 'Send Test Message');
    await waitForText(page, 'Please enter a message');
    await field(page, 'Message').fill('Your parcel is here: "12 < 13"');
    await press(page, 'Send Test Message');
    await waitForText(page, 'Please enter a phone number');
    expect(await field(page, 'Message').inputValue()).toBe('Your parcel is here: "12 < 13"');
    await field(page, 'Phone number').fill(phone);
    await press(page, 'Send Test Message');
    await waitForText(page, 'Message sent successfully!');
    await page.getByRole('heading', { name: 'Response', exact: true }).waitFor();
    await waitForText(page, '"status": "queued"');

    const delivered = page.getByText('It was delivered to the phone.');
    if (javaScriptEnabled) await delivered.waitFor();
    else
      await until('looking again shows it delivered', async () => {
        const again = page.getByRole('link', { name: 'Refresh' });
        if ((await again.count()) > 0) await again.click();
        return delivered.isVisible();
      });
    await page
      .getByRole('listitem')
      .filter({ hasText: /^delivered/ })
      .waitFor();
    expect(textsTo(phone)).toEqual(['Your parcel is here: "12 < 13"']);
    expect(await sent()).toMatchObject([{ keyId: key.keyId, state: 'delivered' }]);
    expect(await field(page, 'Message').inputValue()).toBe('');
    expect(await field(page, 'Phone number').inputValue()).toBe('');
  });

  test('a code is sent, mistyped, verified, and the console is where it began', async () => {
    const { page } = await aConsole('OTPVerification', { javaScriptEnabled });
    const phone = aNumber();
    await press(page, 'Send OTP');
    await waitForText(page, 'Please enter a phone number');
    await field(page, 'Phone number').fill(phone);
    await press(page, 'Send OTP');
    await waitForText(page, 'OTP sent successfully!');
    await press(page, 'Verify OTP');
    await waitForText(page, 'Please enter the OTP');
    const code = await codeSentTo(phone);
    await field(page, 'OTP').fill(code === '000000' ? '000001' : '000000');
    await press(page, 'Verify OTP');
    await waitForText(page, 'The OTP is not correct.');
    expect(await field(page, 'Phone number').inputValue()).toBe(phone);
    await press(page, 'Send again');
    await waitForText(
      page,
      'An OTP was just sent to this number. Wait before you request another one; Retry-After gives the seconds.',
    );
    await field(page, 'OTP').fill(code);
    expect(page.url()).not.toContain(code);
    await press(page, 'Verify OTP');
    await waitForText(page, 'OTP verified successfully!');
    await page.getByRole('button', { name: 'Send OTP' }).waitFor();
    expect(await field(page, 'OTP').count()).toBe(0);
  });

  test('a message that the carrier rejects shows the reason', async () => {
    const { page } = await aConsole('message', { javaScriptEnabled });
    await field(page, 'Phone number').fill('9999900003');
    await field(page, 'Message').fill('Hello');
    await press(page, 'Send Test Message');
    await waitForText(page, 'Message sent successfully!');
    const why = page.getByText('the carrier does not know this number');
    await until('the reason is shown', async () => {
      const again = page.getByRole('link', { name: 'Refresh' });
      if (!javaScriptEnabled && (await again.count()) > 0) await again.click();
      return why.isVisible();
    });
  });

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

/** Has the browser draw flags in a colour, as where there is a font for them, or in that of the pen. */
const drawFlagsIn = (page: Page, colour: string) =>
  page.addInitScript((fillStyle) => {
    CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D) {
      this.fillStyle = fillStyle;
      this.fillRect(0, 0, 20, 14);
    };
  }, colour);

test('a country has its flag where the browser draws flags, and none where it would be two boxes', async () => {
  const { page } = await aConsole('OTPVerification');
  const options = field(page, 'Country code').locator('option');
  await drawFlagsIn(page, '#f93');
  await page.reload();
  await expect.poll(() => options.first().textContent()).toBe('+91 India 🇮🇳');
  const flagged = await options.allTextContents();
  expect(flagged).toHaveLength(15);
  for (const option of flagged) expect(option).toMatch(/^\+\d+ \S.* \p{RI}\p{RI}$/u);

  await drawFlagsIn(page, '#000');
  await page.reload();
  await expect.poll(() => field(page, 'Phone number').getAttribute('maxlength')).toBe(null);
  expect(await options.first().textContent()).toBe('+91 India');
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

test.each([
  ['with spaces', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
  ['with letters and dashes', (code: string) => `G-${code}`],
])('a code that is pasted %s is verified', async (_, decorate) => {
  const { page } = await aConsole('OTPVerification');
  const phone = aNumber();
  await expect.poll(() => field(page, 'Phone number').getAttribute('maxlength')).toBe(null);
  await field(page, 'Phone number').fill(phone);
  await press(page, 'Send OTP');
  await field(page, 'OTP').waitFor();
  const code = await codeSentTo(phone);
  await page.evaluate((text) => navigator.clipboard.writeText(text), decorate(code));
  await field(page, 'OTP').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect.poll(() => field(page, 'OTP').inputValue()).toBe(code);
  await press(page, 'Verify OTP');
  await waitForText(page, 'OTP verified successfully!');
});

test('without JavaScript a code is taken with its spaces and dashes as well', async () => {
  const { page } = await aConsole('OTPVerification', { javaScriptEnabled: false });
  const phone = aNumber();
  await field(page, 'Phone number').fill(phone);
  await press(page, 'Send OTP');
  const code = await codeSentTo(phone);
  await field(page, 'OTP').fill(`G-${code.slice(0, 3)} ${code.slice(3)}`);
  await press(page, 'Verify OTP');
  await waitForText(page, 'OTP verified successfully!');
});

test('pressed twice it is sent once, and a broken connection loses nothing', async () => {
  const { page, sent } = await aConsole('message');
  await expect.poll(() => field(page, 'Phone number').getAttribute('maxlength')).toBe(null);
  await field(page, 'Phone number').fill(aNumber());
  await field(page, 'Message').fill('Hello');
  await page.route('**/console/message', (route) => route.abort());
  await press(page, 'Send Test Message');
  await waitForText(page, 'Network error');
  expect(await field(page, 'Message').inputValue()).toBe('Hello');

  // The answer is lost on its way: the next try is the same request, and no other message.
  await page.unroute('**/console/message');
  await page.route('**/console/message', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, 'Send Test Message');
  await until('it was accepted', async () => (await sent()).length === 1);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Send Test Message' }).dblclick();
  await waitForText(page, 'Message sent successfully!');
  await page.getByText('It was delivered to the phone.').waitFor();
  expect(await sent()).toHaveLength(1);
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

test.each([
  ['light', 360],
  ['light', 1280],
  ['dark', 360],
] as const)('a console in use has no barriers, in %s at %i px', async (scheme, width) => {
  const { page } = await aConsole('message');
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: scheme });
  const check = async () => {
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  };
  await press(page, 'Send Test Message');
  await waitForText(page, 'Please enter a message');
  await check();
  await field(page, 'Phone number').fill(aNumber());
  await field(page, 'Message').fill('Hello');
  await press(page, 'Send Test Message');
  await page.getByText('It was delivered to the phone.').waitFor();
  await page.getByText('The request as it was sent').click();
  await check();
  await page.goto(paths.dashboard('OTPVerification'));
  await field(page, 'Phone number').fill(aNumber());
  await press(page, 'Send OTP');
  await field(page, 'OTP').waitFor();
  await check();
});
