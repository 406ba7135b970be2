import { expect, test } from 'vitest';
import { seedPlans } from '#domain/billing/plans/read-plans.ts';
import { prisma } from '#platform/db.ts';
import { aUser } from '../support/account.ts';
import { axeViolations, launchBrowser, openPage, openPageAs } from '../support/browser.ts';
import { sharedWeb } from '../support/shared-web.ts';

await seedPlans();
const web = await sharedWeb();
const browser = await launchBrowser();

test('while the plans are on their way, the page before says so', async () => {
  const page = await openPage(browser, web.url);
  let arrive: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/plans.data*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const status = page.getByRole('status').filter({ hasText: 'Loading plans...' });
  await page.getByRole('link', { name: 'Pricing' }).first().click();
  await status.waitFor();
  arrive();
  await page.getByRole('heading', { level: 1, name: 'Choose Your Plan' }).waitFor();
  expect(await status.count()).toBe(0);
});

test('without JavaScript, View FAQ leads to questions that open', async () => {
  const page = await openPage(browser, web.url, { javaScriptEnabled: false });
  await page.goto('/plans');
  await page.getByRole('link', { name: 'View FAQ' }).click();
  expect(new URL(page.url()).hash).toBe('#faq');
  await page.getByText('What happens at the limit?').click();
  expect(await page.getByText('message_limit_reached').isVisible()).toBe(true);
});

test('a plan is chosen with the keyboard, up to how it can be paid for, without barriers', async () => {
  const page = await openPageAs(await aUser(), browser, web.url);
  await page.goto('/plans');
  await page.getByRole('link', { name: 'Subscribe Now' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Pro' }).waitFor();
  const { id } = await prisma.plan.findUniqueOrThrow({ where: { name: 'Pro' } });
  expect(page.url()).toBe(`${web.url}/payment?plan=${id}`);
  expect(await axeViolations(page)).toEqual([]);
});
