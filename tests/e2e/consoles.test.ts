import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import {
  axeViolationsInBothSchemes,
  findOverflowingWidths,
  launchBrowser,
} from '../support/browser.ts';
import { aNumber, consolesAt, waitForText } from '../support/console-page.ts';
import { field, press } from '../support/page-controls.ts';
import { startSite } from '../support/site.ts';
import { until } from '../support/until.ts';

const { home, smsc } = await startSite();
const aConsole = consolesAt(home, await launchBrowser());

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

test.each([360, 1280])(
  'a console in use has no barriers, light or dark, at %i px',
  async (width) => {
    const { page } = await aConsole('message');
    await page.setViewportSize({ width, height: 800 });
    const check = async () => {
      expect(await axeViolationsInBothSchemes(page, 'light')).toEqual([]);
      expect(await findOverflowingWidths(page, [width])).toEqual([]);
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
  },
);
