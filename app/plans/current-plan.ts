import type { UserOutput } from '#domain/billing/overview/contract.ts';
import { invariant } from '#domain/shared/errors.browser.ts';

type WithPlan = Pick<UserOutput, 'plan'>;

/** The current plan of a user; a user without a subscription has the default plan. */
export function getCurrentPlan({ plan }: WithPlan) {
  const [current] = plan.plans;
  invariant(current, 'every user has a plan');
  return current.planId;
}

/** The name of a user's plan, for display. */
export const planName = (user: WithPlan) => getCurrentPlan(user).name;
