import type { Browser, Page } from 'playwright';
import { expect } from 'vitest';
import { openPageAs } from '../harness/browser.ts';
import { findPlanByName, listPeriods } from '../harness/payment-stack.ts';
import { aUser, type User } from './account.ts';

export const payPath = async (planName: string) =>
  `/payment?plan=${(await findPlanByName(planName)).id}`;

/** The provider's dialog on a page. */
export const dialogOf = (page: Page) => page.frameLocator('dialog iframe');

/** Customers who pay on the site in a browser. */
export const payer = (site: string, browser: Browser) => ({
  async aCustomer() {
    const user = await aUser();
    const page = await openPageAs(user, browser, site);
    await page.goto(await payPath('Basic'));
    return { user, page };
  },
  /** Waits for the success page, and expects that the plan is active. */
  async expectPaid(page: Page, { userId }: User, planName = 'Basic') {
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    expect(await page.getByText('Your payment has been processed successfully').count()).toBe(1);
    const periods = await listPeriods(userId);
    expect(periods.map(({ plan }) => plan.name)).toEqual([planName]);
  },
});
