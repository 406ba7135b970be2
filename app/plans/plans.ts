import { paths } from '#app/paths.ts';
import type { UserOutput } from '#domain/billing/get-user.ts';
import type { PlanOutput } from '#domain/billing/plans/read-plans.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';

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
function getCurrentPlan({ plan }: WithPlan) {
  const [current] = plan.plans;
  invariant(current, 'every user has a plan');
  return current.planId;
}

/** The name of a user's plan, for display. */
export const planName = (user: WithPlan) => getCurrentPlan(user).name;

/** The texts that the specification gives for a plan without a description or features. */
const defaults = {
  description: 'Basic plan with limited features',
  features: ['Basic API Access', 'Limited Message Quota', 'Standard Support'],
};

export function describePlan(user: Pick<UserOutput, 'plan'>) {
  const current = getCurrentPlan(user);
  const { name, description, price, apiCalls, monthlylimit, features } = current;
  return {
    name,
    description: description || defaults.description,
    price: current.contactSales ? 'As agreed' : price,
    apiCalls,
    monthlylimit,
    features: features.length > 0 ? features.map(({ text }) => text) : defaults.features,
    extent: current.allFeatures ? 'All features included' : 'Limited features',
  };
}

type LimitedPlan = Pick<PlanOutput, 'monthlylimit' | 'apiCalls' | 'features'>;

/** The limits and features that an account loses by changing from one plan to another, as phrases. */
export function listLost(from: LimitedPlan, to: LimitedPlan): string[] {
  const kept = new Set(to.features.map(({ text }) => text));
  const fewer = (before: number, after: number, what: string) =>
    after < before
      ? [
          `${formatCount(before - after)} ${what} a month: ${formatCount(after)} instead of ${formatCount(before)}`,
        ]
      : [];
  // Ignores features that begin with a number, because they repeat a limit.
  const features = from.features.filter(({ text }) => !kept.has(text) && !/^\d/.test(text));
  return [
    ...fewer(from.monthlylimit, to.monthlylimit, 'messages'),
    ...fewer(from.apiCalls, to.apiCalls, 'API calls'),
    ...features.map(({ text }) => text),
  ];
}
