import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { exampleTestRecipient } from '#domain/messaging/recipients/magic-numbers.ts';
import { prisma } from '#platform/db.ts';
import { launchBrowser, openPageAs } from '../harness/browser.ts';
import { startSite } from '../harness/site.ts';
import { until } from '../harness/until.ts';
import { aUser } from '../support/account.ts';
import { aNumber, consolesAt, waitForText } from '../support/console-page.ts';
import { aNewcomer } from '../support/newcomer.ts';
import { field, press } from '../support/page-controls.ts';
import { sendForm } from '../support/send-form.ts';
import { signedIn } from '../support/signed-in.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';

const { home, smsc } = await startSite();
const browser = await launchBrowser();

/** Opens a console, and waits until its script runs. */
async function aConsole(...given: Parameters<ReturnType<typeof consolesAt>>) {
  const console = await consolesAt(home, browser)(...given);
  await waitForIdle(console.page);
  return console;
}

/** The texts that a phone received, oldest first. */
const textsTo = (phone: string) =>
  smsc.phones
    .conversation(`91${phone}`)
    .messages.map(({ segments }) => segments.join(''))
    .reverse();

/** The newest code that a phone received. */
const codeSentTo = (phone: string) =>
  until(`a code for ${phone}`, () => /\b\d{6}\b/.exec(textsTo(phone).at(-1) ?? '')?.[0]);

const text = 'Your parcel is here: "12 < 13"';

test('the console follows a text until it arrives on the handset, or shows why the text was not sent', async () => {
  const { page, sent, key } = await aConsole('message');
  const phone = aNumber();
  await press(page, 'Send Test Message');
  await waitForText(page, 'Please enter a message');
  await field(page, 'Message').fill(text);
  await press(page, 'Send Test Message');
  await waitForText(page, 'Please enter a phone number');
  expect(await field(page, 'Message').inputValue()).toBe(text);
  await field(page, 'Phone number').fill(phone);
  await press(page, 'Send Test Message');
  await waitForText(page, 'Message sent successfully!');
  await page.getByRole('heading', { name: 'Response', exact: true }).waitFor();
  await waitForText(page, '"status": "queued"');
  await page.getByText('The message was delivered to the phone.').waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: /^delivered/ })
    .waitFor();
  expect(textsTo(phone)).toEqual([text]);
  expect(await sent()).toMatchObject([{ keyId: key.keyId, state: 'delivered' }]);
  expect(await field(page, 'Message').inputValue()).toBe('');
  expect(await field(page, 'Phone number').inputValue()).toBe('');

  await field(page, 'Phone number').fill('9999900003');
  await field(page, 'Message').fill('Hello');
  await press(page, 'Send Test Message');
  await page.getByText('the carrier does not know this number').waitFor();
});

test('a code is sent, mistyped, pasted with letters and dashes, and verified; then the console is reset', async () => {
  const { page } = await aConsole('OTPVerification');
  const phone = aNumber();
  // The code of the sample expires after five minutes.
  expect(await page.getByText('2026-04-06T09:35:00.000Z').count()).toBe(1);
  expect(await page.getByText('2035').count()).toBe(0);
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
  await waitForText(page, 'A code was just sent to this number. Please try again in');
  for (const pasted of [` ${code.slice(0, 3)} ${code.slice(3)} `, `G-${code}`]) {
    await field(page, 'OTP').fill('');
    await page.evaluate((typed) => navigator.clipboard.writeText(typed), pasted);
    await field(page, 'OTP').focus();
    await page.keyboard.press('ControlOrMeta+V');
    await expect.poll(() => field(page, 'OTP').inputValue()).toBe(code);
  }
  expect(page.url()).not.toContain(code);
  await press(page, 'Verify OTP');
  await waitForText(page, 'OTP verified successfully!');
  await page.getByRole('button', { name: 'Send OTP' }).waitFor();
  expect(await field(page, 'OTP').count()).toBe(0);
});

test('without JavaScript a text is sent and its state is reloaded, and a code typed with spaces and dashes is verified', async () => {
  const user = await aUser();
  const { keyId } = await createKey({ userId: user.userId, name: 'Shop' });
  const visitor = await signedIn(home, user);
  const phone = aNumber();
  const fields = { key: keyId, phone, message: text };
  const sent = await sendForm(visitor, paths.dashboard('message'), 'Send Test Message', fields);
  expect(sent.html).toContain('Message sent successfully!');
  const [, refresh = ''] = /<a [^>]*href="([^"]+)"[^>]*>Refresh</.exec(sent.html) ?? [];
  await until('looking again shows it delivered', async () =>
    (await visitor.get(refresh.replaceAll('&amp;', '&'))).html.includes(
      'The message was delivered to the phone.',
    ),
  );
  expect(textsTo(phone)).toEqual([text]);

  const path = paths.dashboard('OTPVerification');
  const { html } = await sendForm(visitor, path, 'Send OTP', { key: keyId, phone });
  const code = await codeSentTo(phone);
  const again = await sendForm(visitor, { path, html }, 'Send again');
  expect(again.html).toContain('An OTP was just sent to this number.');
  const otp = `G-${code.slice(0, 3)} ${code.slice(3)}`;
  const verified = await sendForm(visitor, { path, html: again.html }, 'Verify OTP', { otp });
  expect(verified.html).toContain('OTP verified successfully!');
  expect(verified.html).not.toContain('name="otp"');
});

test('a form that is submitted twice sends only one message, and its input is kept if the connection breaks or the session ends', async () => {
  const { page, sent, userId } = await aConsole('message');
  await field(page, 'Phone number').fill(aNumber());
  await field(page, 'Message').fill('Hello');
  await page.route('**/console/message', (route) => route.abort());
  await press(page, 'Send Test Message');
  await waitForText(page, 'Network error');
  expect(await field(page, 'Message').inputValue()).toBe('Hello');

  // The response is lost. The next attempt repeats the request without sending a second message.
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
  await page.getByText('The message was delivered to the phone.').waitFor();
  expect(await sent()).toHaveLength(1);

  await field(page, 'Phone number').fill(aNumber());
  await field(page, 'Message').fill('Hello again');
  await prisma.session.deleteMany({ where: { userId } });
  await press(page, 'Send Test Message');
  await waitForText(page, 'Your session has expired. Please log in again.');
  expect(await field(page, 'Message').inputValue()).toBe('Hello again');
});

test('a new account sees its first test message become delivered, and the handset does not receive it', async () => {
  const page = await openPageAs(await aNewcomer(), browser, home);
  await page.goto(paths.dashboard());
  await press(page, 'Send a test message');
  await page.getByText('Counted as delivered.').waitFor();
  await page.getByRole('heading', { name: 'Send a test message (done)' }).waitFor();
  expect(smsc.phones.conversation(exampleTestRecipient.slice(1)).messages).toEqual([]);
  await page.getByRole('region', { name: 'Test mode' }).waitFor();
  await press(page, 'Live');
  await page.getByText('You have no API keys yet').waitFor();
  expect(await page.getByRole('region', { name: 'Test mode' }).count()).toBe(0);
  await press(page, 'Hide');
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' });
});
