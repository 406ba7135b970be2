import { paths } from '#app/paths.ts';
import type { UserOutput } from '#domain/billing/get-user.ts';
import type { PlanOutput } from '#domain/billing/plans/read-plans.ts';
import { invariant } from '#domain/shared/errors.browser.ts';

/** The button of a plan's card; `to` is null for the current plan. */
export type PlanButton = { label: string; to: string | null };

type Plan = Pick<PlanOutput, '_id' | 'name' | 'contactSales'>;

/** The visitor of the plans page. */
export type PlanViewer = {
  signedIn: boolean;
  currentPlanId: string | null;
};

function pickLabel(plan: Plan, basicLabel: string): string {
  // The specification requires this label for the plan with this name.
  if (plan.name === 'Basic') return basicLabel;
  return plan.contactSales ? 'Contact Sales' : 'Subscribe Now';
}

export const landingPageButton = (plan: Plan, signedIn: boolean): PlanButton => ({
  label: pickLabel(plan, 'Start Free'),
  to: signedIn ? paths.plans : paths.loginThen(paths.plans),
});

export function planPageButton(plan: Plan, { signedIn, currentPlanId }: PlanViewer): PlanButton {
  if (plan._id === currentPlanId) return { label: 'Active Plan', to: null };
  const label = pickLabel(plan, 'Start Now');
  if (!signedIn) return { label, to: paths.loginThen(paths.plans) };
  return { label, to: plan.contactSales ? paths.contact : paths.payment(plan._id) };
}

type WithPlan = Pick<UserOutput, 'plan'>;

/** The current plan of a user; a user without a subscription has the default plan. */
export function getCurrentPlan({ plan }: WithPlan) {
  const [current] = plan.plans;
  invariant(current, 'every user has a plan');
  return current.planId;
}

/** The name of a user's plan, for display. */
export const planName = (user: WithPlan) => getCurrentPlan(user).name;
