import type { Browser, Page } from 'playwright';
import { expect } from 'vitest';
import { openPageAs } from '../harness/browser.ts';
import { findPlanByName, listPeriods } from '../harness/payment-stack.ts';
import { aUser, type User } from './account.ts';

/** Where a plan is paid for. */
export const payPath = async (planName: string) =>
  `/payment?plan=${(await findPlanByName(planName)).id}`;

/** The provider's dialog of a page. */
export const dialogOf = (page: Page) => page.frameLocator('dialog iframe');

/** Somebody who pays at a site in a browser. */
export const payer = (site: string, browser: Browser) => ({
  /** A window of somebody who is about to pay for Basic. */
  async aCustomer() {
    const user = await aUser();
    const page = await openPageAs(user, browser, site);
    await page.goto(await payPath('Basic'));
    return { user, page };
  },
  /** Waits for the page that tells of success, and looks whether the plan is there. */
  async expectPaid(page: Page, { userId }: User, planName = 'Basic') {
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    expect(await page.getByText('Your payment has been processed successfully').count()).toBe(1);
    const periods = await listPeriods(userId);
    expect(periods.map(({ plan }) => plan.name)).toEqual([planName]);
  },
});
