import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { runExport } from '#domain/messaging/account-data/export/run-export.ts';
import { createServiceInput } from '#domain/messaging/otp/services/contract.ts';
import { createService } from '#domain/messaging/otp/services/manage-services.ts';
import { prisma } from '#platform/db.ts';
import {
  axeViolationsAtAllWidths,
  launchBrowser,
  openPage,
  openPageAs,
} from '../harness/browser.ts';
import { startSite } from '../harness/site.ts';
import { aUser } from '../support/account.ts';
import { aNumber, consolesAt, waitForText } from '../support/console-page.ts';
import { open } from '../support/cut-page.ts';
import { registerSenders } from '../support/dlt.ts';
import { field, press } from '../support/page-controls.ts';
import { photos } from '../support/pictures.ts';
import { insertCodes } from '../support/service-codes.ts';
import { ends_on } from '../support/service-owner.ts';
import { visit, waitForIdle } from '../support/wait-for-idle.ts';

/** Tests of screens in use: axe violations, other widths, and journeys without JavaScript that tests/e2e omits. */
const { home, linkMailedTo } = await startSite();
const browser = await launchBrowser();

/** A window of a user with a key. */
async function aMember(options: Parameters<typeof openPage>[2] = {}) {
  const user = await aUser();
  const { keyId } = await createKey({ userId: user.userId, name: 'Shop' });
  const page = await openPageAs(user, browser, home, options);
  return { page, user, userId: user.userId, keyId };
}

/** Opens a console, and waits until its script runs. */
async function aConsole(...given: Parameters<ReturnType<typeof consolesAt>>) {
  const console = await consolesAt(home, browser)(...given);
  await waitForIdle(console.page);
  return console;
}

test('a console in use has no axe violations', async () => {
  const { page } = await aMember();
  await open(page, paths.dashboard('message'));
  await press(page, 'Send Test Message');
  await waitForText(page, 'Please enter a message');
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await field(page, 'Phone number').fill(aNumber());
  await field(page, 'Message').fill('Hello');
  await press(page, 'Send Test Message');
  await page.getByText('The message was delivered to the phone.').waitFor();
  await page.getByText('The request as it was sent').click();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await open(page, paths.dashboard('OTPVerification'));
  await field(page, 'Phone number').fill(aNumber());
  await press(page, 'Send OTP');
  await field(page, 'OTP').waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
});

test('without JavaScript the country field shows its flag, and its name is readable at any width', async () => {
  const { page } = await aMember({ javaScriptEnabled: false });
  await page.goto(paths.dashboard('OTPVerification'));
  const country = field(page, 'Country code');
  const flag = await country.evaluate((select) => getComputedStyle(select).backgroundImage);
  expect(flag).toContain('ff9933');
  expect(await country.locator('option').allTextContents()).toHaveLength(15);
  for (const width of [360, 768, 1024, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    const room = await country.evaluate((select) => {
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

test('the form of a service with an error in its text has no axe violations', async () => {
  const { page } = await aMember();
  await open(page, paths.newOtpService);
  await field(page, 'Text').fill('No code');
  await press(page, 'Add service');
  await page.locator('textarea[aria-invalid="true"]').waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
});

test('screens of services have no axe violations, with and without data', async () => {
  const { page, userId, keyId } = await aMember();
  const look = async (path: string) => {
    await visit(page, path);
    expect([path, await axeViolationsAtAllWidths(page)]).toEqual([path, []]);
  };
  await look(paths.otpServices);
  const name = 'Acme with quite a long name 30';
  const numbers = [{ recipient: '9811199999', code: '482913', ends_on }];
  const input = createServiceInput.parse({ name, test_numbers: numbers });
  const { id } = await createService(userId, input);
  await look(paths.otpService(id));
  const codes = Array.from({ length: 60 }, (_, i) => ({
    at: new Date(Date.now() - i * 1_800_000),
    state: i % 3 === 0 ? ('expired' as const) : ('verified' as const),
    isTest: i % 7 === 1,
    message: {
      state: i % 2 === 0 ? ('delivered' as const) : ('undelivered' as const),
      carrier: `carrier-${i % 4}`,
    },
  }));
  await insertCodes({ userId, keyId }, id, codes);
  await page.goto(paths.otpService(id, { over: 'week' }));
  await page.locator('summary', { hasText: 'Show as a table' }).click();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await look(paths.otpServices);
  await look(paths.editOtpService(id));
  await page.locator('summary', { hasText: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await press(page, 'Delete permanently');
  await page.getByText('No services yet').waitFor();
});

test('the console sends and verifies codes with letters', async () => {
  const { page, userId } = await aMember();
  const numbers = [{ recipient: '9811199998', code: 'AB29', ends_on }];
  const given = { name: 'Acme', length: 4, letters: true, test_numbers: numbers };
  const { id } = await createService(userId, createServiceInput.parse(given));
  await open(page, paths.dashboard('OTPVerification'));
  await page.getByLabel('Service').selectOption('Acme');
  await waitForText(page, `"service": "${id}"`);
  await field(page, 'Phone number').fill('9811199998');
  await press(page, 'Send OTP');
  await waitForText(page, 'Nothing was sent: a test number');
  expect(await page.getByLabel('Service').isDisabled()).toBe(true);
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await field(page, 'OTP').fill('ab-29');
  expect(await field(page, 'OTP').inputValue()).toBe('AB29');
  await press(page, 'Verify OTP');
  await waitForText(page, '"isTest": true');
});

test('the form of a service shows the slots of the template while the text is typed', async () => {
  const { page, userId } = await aMember();
  await registerSenders(userId, 'ACMEIN');
  await open(page, paths.newTemplate);
  const text = field(page, 'Text');
  await text.fill('Code {#var#}\n{#url#} - ACME');
  const slots = page.locator('mark');
  await slots.first().waitFor();
  await page.getByLabel('Types of the slots').fill('numeric 6');
  await page.getByText('up to 6 characters').waitFor();
  expect(await slots.allTextContents()).toEqual([
    'Slot 1: numeric, up to 6 characters',
    'Slot 2: url, up to 120 characters',
  ]);
  await text.fill('Code {#otp#}');
  await page.getByText('is not a DLT slot').first().waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
});

test('the page of an export shows its progress until the file is ready, and then downloads it', async () => {
  const { page, user } = await aMember();
  await open(page, paths.dashboard('account'));
  await page.getByRole('link', { name: 'Export your data' }).click();
  await page.getByText('You have no export.').waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await page.getByRole('button', { name: 'Start export' }).click();
  await page.getByRole('progressbar', { name: 'Export' }).waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  const { id } = await prisma.accountExport.findFirstOrThrow({ where: { userId: user.userId } });
  while (await runExport(id));
  await page.getByText('is ready').waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  // The last sign-in is made more than 15 minutes old, so the download asks for the password.
  const { userId } = user;
  await prisma.session.updateMany({ where: { userId }, data: { authenticatedAt: new Date(0) } });
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByLabel('Password').fill(user.password);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Continue' }).click();
  expect((await download).suggestedFilename()).toMatch(/^dakiya-account-.*\.zip$/);
});

test('an owner requests the deletion of the account, and keeps the account by signing in again', async () => {
  const { page, user } = await aMember();
  await page.goto(paths.dashboard('account'));
  await page.getByRole('link', { name: 'Delete your account' }).click();
  await page.getByText('What we must keep').waitFor();
  const submit = page.getByRole('button', { name: 'Delete my account' });
  await page.getByLabel('Your password').fill('wrong');
  await submit.click();
  await page.getByText('Please tick the box to confirm').waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await page.getByLabel('Your password').fill(user.password);
  await page.getByRole('checkbox', { name: 'Delete my account' }).check();
  await submit.click();
  await page.getByText('You are logged out.').waitFor();
  await page.goto('/login');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(user.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const keep = page.getByRole('button', { name: 'Keep my account' });
  await keep.waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await keep.click();
  await page.waitForURL('**/dashboard');
  await page.getByText('Your account stays').waitFor();
});

test('without JavaScript a notice never covers the end of a page', async () => {
  const { page } = await aMember({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 700 },
  });
  await page.goto(paths.dashboard('settings'));
  await press(page, 'Save Settings');
  await page.locator('.toast-corner').getByText('Settings saved successfully').waitFor();
  // The click goes to the button's position, so an element that covers the button would get it instead.
  await press(page, 'Save Settings');
});

test('on a touch screen one tap follows a link, even if the tap takes the focus from an invalid field', async () => {
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
  const page = await openPage(browser, home, phone);
  await open(page, '/forget-password');
  await field(page, 'Email').pressSequentially('asha@');
  await page.getByRole('link', { name: 'Login', exact: true }).last().tap();
  await page.getByRole('heading', { name: 'Login' }).waitFor();
});

test('an emailed link replaces a forgotten password', async () => {
  const { email } = await aUser();
  const page = await openPage(browser, home);
  await open(page, '/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Forgot password' }).waitFor();
  await field(page, 'Email').fill(email);
  await press(page, 'Send Reset Link');
  await waitForText(page, 'we have emailed it a link');
  await open(page, (await linkMailedTo(email, '/reset-password/')).slice(home.length));
  await field(page, 'New password').fill('battery staple');
  await field(page, 'Confirm password').fill('battery staple');
  await press(page, 'Reset Password');
  await waitForText(page, 'Your password has been reset');
  await page.getByRole('heading', { name: 'Login' }).waitFor();
});

test('fields for digits accept only digits, and another country is rejected', async () => {
  const { page, sent } = await aConsole('message');
  for (const [pasted, kept] of [
    ['+91 98765-43210', '9876543210'],
    ['98765432109', '9876543210'],
    ['98a7', '987'],
  ] as const) {
    await field(page, 'Phone number').fill(pasted);
    expect(await field(page, 'Phone number').inputValue()).toBe(kept);
  }
  await field(page, 'Message').fill('Hello');
  expect(await field(page, 'Country code').locator('option').count()).toBe(15);
  await field(page, 'Country code').selectOption('+44');
  await waitForText(page, 'Service Limited');
  await waitForText(page, 'Currently, our service is only available in India.');
  await expect.poll(() => field(page, 'Country code').inputValue()).toBe('+91');
  expect(await field(page, 'Message').inputValue()).toBe('Hello');
  expect(await sent()).toEqual([]);
});

test('the code sample follows the chosen key and the input, and can be copied', async () => {
  const { page, key, userId } = await aConsole('message');
  const other = await createKey({ userId, name: 'Store' });
  await page.goto(paths.dashboard('message', { key: other.keyId }));
  await waitForIdle(page);
  const code = page.getByLabel('Send a message in curl');
  expect(await code.textContent()).toContain(other.keyId);
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

const photo = { name: 'me.png', mimeType: 'image/png', buffer: photos.png };

test('a picture is previewed, saved and removed, and a picture that is too large gets an error sentence', async () => {
  const page = await openPageAs(await aUser({ name: 'Asha Rao' }), browser, home);
  await page.goto(paths.dashboard('account'));
  await waitForIdle(page);
  const main = page.getByRole('main');
  const save = () => main.getByRole('button', { name: 'Save Changes', exact: true }).click();
  await main.getByLabel('Full Name').fill('Asha R.');
  await main.getByLabel('Picture').setInputFiles(photo);
  await main.getByLabel('The selected picture').waitFor();
  await save();
  const shown = main.locator('img[src^="/avatars/"]');
  await shown.waitFor();
  expect(await page.locator('img[src^="/avatars/"]').count()).toBeGreaterThan(1);
  // The web server responds instead of breaking the connection.
  const large = { ...photo, buffer: Buffer.alloc(10 * 1024 * 1024, photos.png) };
  await main.getByLabel('Full Name').fill('Asha S.');
  await main.getByLabel('Picture').setInputFiles(large);
  await save();
  await main.getByText('Please choose a picture of at most 2 MiB').waitFor();
  expect(await main.getByLabel('Full Name').inputValue()).toBe('Asha S.');
  await main.getByRole('button', { name: 'Remove picture', exact: true }).click();
  await shown.waitFor({ state: 'detached' });
});
