import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { createServiceInput } from '#domain/messaging/otp/services/contract.ts';
import { createService } from '#domain/messaging/otp/services/manage-services.ts';
import { aUser } from '../support/account.ts';
import { axeViolationsAtAllWidths, launchBrowser, openPageAs } from '../support/browser.ts';
import { waitForText } from '../support/console-page.ts';
import { field, press } from '../support/page-controls.ts';
import { insertCodes } from '../support/service-codes.ts';
import { ends_on } from '../support/service-owner.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { visit } from '../support/wait-for-idle.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

/** A window of a user with a key. */
async function aPage() {
  const user = await aUser();
  const { keyId } = await createKey({ userId: user.userId, name: 'Shop' });
  const page = await openPageAs(user, browser, web.url, { viewport: { width: 1280, height: 800 } });
  return { page, user, keyId };
}

test('the text of a service is shown as it will be sent while it is typed, and the service is saved', async () => {
  const { page } = await aPage();
  await page.goto(paths.newOtpService);
  const preview = page.getByRole('region', { name: 'As it will be sent' });
  await field(page, 'Name').fill('Acme');
  await preview.getByText('482913 is your Acme verification code.').waitFor();
  await field(page, 'Text').fill('{code} – {name}');
  await preview.getByText('482913 – Acme').waitFor();
  await preview.getByText('in Unicode, as some are not').waitFor();
  await page.getByLabel('Characters of a code').selectOption('8');
  await page.getByLabel('Kind of characters').selectOption('Capitals and digits');
  await page.getByLabel('Domain for browsers').fill('example.com');
  await preview.getByText('@example.com #K7M2XQ4R').waitFor();
  await field(page, 'Text').fill('No code');
  await preview.getByText('The text must have {code} once.').waitFor();
  await press(page, 'Add service');
  await page.locator('textarea[aria-invalid="true"]').waitFor();
  expect(await axeViolationsAtAllWidths(page)).toEqual([]);
  await field(page, 'Text').fill('Use {code} for {name}.');
  await press(page, 'Add service');
  await page.getByRole('heading', { name: 'Acme', exact: true }).waitFor();
});

test('screens of services have no barriers, empty and full', async () => {
  const { page, user, keyId } = await aPage();
  const { userId } = user;
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
  const at = (i: number) => new Date(Date.now() - i * 1_800_000);
  await insertCodes(
    { userId, keyId },
    id,
    Array.from({ length: 60 }, (_, i) => ({
      at: at(i),
      state: i % 3 === 0 ? 'expired' : 'verified',
      isTest: i % 7 === 1,
      message: { state: i % 2 === 0 ? 'delivered' : 'undelivered', carrier: `carrier-${i % 4}` },
    })),
  );
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

test('the console sends and verifies under a service, whose code may have letters', async () => {
  const { page, user } = await aPage();
  const numbers = [{ recipient: '9811199998', code: 'AB29', ends_on }];
  const given = { name: 'Acme', length: 4, letters: true, test_numbers: numbers };
  const { id } = await createService(user.userId, createServiceInput.parse(given));
  await page.goto(paths.dashboard('OTPVerification'));
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
