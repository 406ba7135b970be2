import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { runExport } from '#domain/messaging/account-data/export/run-export.ts';
import { prisma } from '#platform/db.ts';
import { aUser } from '../support/account.ts';
import { axeViolationsAtAllWidths, launchBrowser, openPageAs } from '../support/browser.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

test('an export is followed on its page until it is there, and downloaded', async () => {
  const user = await aUser();
  const page = await openPageAs(user, browser, web.url);
  await page.goto(paths.dashboard('account'));
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
  // A long time after the sign-in the password is asked for, and then the file comes.
  const { userId } = user;
  await prisma.session.updateMany({ where: { userId }, data: { authenticatedAt: new Date(0) } });
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByLabel('Password').fill(user.password);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Continue' }).click();
  expect((await download).suggestedFilename()).toMatch(/^dakiya-account-.*\.zip$/);
});

test('an owner deletes the account on its page, and keeps it by signing in again', async () => {
  const user = await aUser();
  const page = await openPageAs(user, browser, web.url);
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
  await page.getByText('You are signed out.').waitFor();
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
