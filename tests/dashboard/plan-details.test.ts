import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { grantSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { hideFirstSteps } from '#domain/identity/accounts/update-user.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { formatMoment } from '#domain/shared/format.browser.ts';
import { prisma } from '#platform/db.ts';
import { axeViolations, launchBrowser, localhostUrl, openPageAs } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser, type User } from '../support/account.ts';
import { signedIn } from '../support/signed-in.ts';
import { hrefTo } from '../support/visitor.ts';

const web = await sharedWeb();
const browser = await launchBrowser();
const planDetails = paths.dashboard('plan-details');

/** A page as a user sees it, and its text, with `|` instead of tags. */
async function pageOf(user: User, path: string) {
  const visitor = await signedIn(web.url, user);
  const { html } = await visitor.get(path);
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
  return { main, text: main.replaceAll(/<!--.*?-->|<[^>]+>/g, '|').replaceAll(/\|+/g, '|') };
}

async function use(userId: string, data: Record<string, number>) {
  const { id } = await getCurrentUsagePeriod(userId);
  await prisma.usagePeriod.update({ where: { id }, data });
}

async function onPlan(planName: string) {
  const user = await aUser();
  const startedAt = new Date();
  const expiresAt = new Date(Date.now() + 20 * 24 * 3_600_000);
  await grantSubscription({ userId: user.userId, planName, startedAt, expiresAt });
  return user;
}

test('a user without a subscription sees the Free plan with its limits and features', async () => {
  const user = await aUser();
  const { text, main } = await pageOf(user, planDetails);
  for (const words of [
    'Free',
    'Basic plan with limited features',
    'Monthly Price|₹0',
    'API Calls per month|100',
    'Message Limit per month|50',
    'Limited features',
    'Basic API Access',
    'Limited Message Quota',
    'Standard Support',
    'Upgrade Plan',
  ]) {
    expect(text).toContain(`|${words}|`);
  }
  expect(main).toContain('href="/plans"');
});

test('numbers have Indian digit groups, and only Pro has all features', async () => {
  const pro = await onPlan('Pro');
  await use(pro.userId, { messagesUsed: 1_234, apiCallsUsed: 56_789 });
  const { text } = await pageOf(pro, planDetails);
  expect(text).toContain('|All features included|');
  expect(text).not.toContain('|Limited features|');
  expect(text).toContain('API Calls per month|1,00,000|');
  expect(text).toContain('|1,234| |of |10,000|');
  expect(text).toContain('|56,789| |of |1,00,000|');
  const basic = await onPlan('Basic');
  const other = await pageOf(basic, planDetails);
  expect(other.text).toContain('|Limited features|');
});

test.each([
  [49, false],
  [50, true],
])(
  'with %i of 50 messages used, the page says that the limit is reached: %s',
  async (used, reached) => {
    const user = await aUser();
    await use(user.userId, { messagesUsed: used });
    const { text } = await pageOf(user, planDetails);
    expect(text.includes('Usage Limit Reached')).toBe(reached);
    expect(text.includes('You have reached your monthly message limit.')).toBe(reached);
    expect(text).toContain(`|${used}| |of |50|`);
  },
);

test('the account page shows this month’s usage, the plan, and a link to upgrade', async () => {
  const user = await aUser();
  await use(user.userId, { messagesUsed: 44 });
  const { endsAt } = await getCurrentUsagePeriod(user.userId);
  const { text, main } = await pageOf(user, paths.dashboard('account'));
  expect(text).toContain('|44| |of |50|');
  expect(text).toContain('Daily average|1|');
  expect(text).toContain('Remaining|6|');
  expect(main).toContain(
    `Resets on</dt><dd class="text-sm tabular-nums"><time dateTime="${endsAt.toISOString()}"`,
  );
  expect(text).toContain('Current Plan|Free|');
  expect(main).toContain(hrefTo(planDetails));
  expect(main).toMatch(/href="\/plans"[^>]*>Upgrade Plan/);
});

test('the profile card links to the plan, whose page has no axe violations when the plan is used up', async () => {
  const user = await aUser({ name: 'Asha Rao' });
  await use(user.userId, { messagesUsed: 50 });
  const page = await openPageAs(user, browser, localhostUrl(web));
  await page.goto(paths.dashboard());
  await page.locator('summary:visible', { hasText: 'Asha Rao' }).click();
  await page.getByRole('link', { name: 'Billing & Plans' }).filter({ visible: true }).click();
  await page.getByRole('heading', { name: 'Usage Limit Reached' }).waitFor();
  expect(page.url()).toBe(localhostUrl(web) + planDetails);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    expect(await axeViolations(page)).toEqual([]);
  }
});

test('Home and Plan Details show the same usage month', async () => {
  const user = await onPlan('Pro');
  const { startsAt, endsAt } = await getCurrentUsagePeriod(user.userId);
  // Home shows the counters when the account is no longer new.
  await createKey({ userId: user.userId, name: 'Shop' });
  await hideFirstSteps(user.userId);
  const [from, to] = [startsAt, endsAt].map((at) => `[| ]*${formatMoment(at)}[| ]*`);
  const month = new RegExp(`The usage month runs from${from}to${to}, when both counters reset`);
  for (const path of [planDetails, paths.dashboard()]) {
    expect([path, month.test((await pageOf(user, path)).text)]).toEqual([path, true]);
  }
});
