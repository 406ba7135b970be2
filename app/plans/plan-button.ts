import { paths } from '#app/paths.ts';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';

/** What stands on the button of a plan's card, and where it leads; null: it is theirs already. */
export type PlanButton = { label: string; to: string | null };

type Plan = Pick<PlanOutput, '_id' | 'name' | 'contactSales'>;

/** Who looks at the plans page. */
export type PlanViewer = {
  signedIn: boolean;
  /** The plan that they have now. */
  currentPlanId: string | null;
};

function labelOf(plan: Plan, labelOfBasic: string): string {
  // The specification gives this label to the plan of this name.
  if (plan.name === 'Basic') return labelOfBasic;
  return plan.contactSales ? 'Contact Sales' : 'Subscribe Now';
}

/** The button on the landing page. */
export const landingPageButton = (plan: Plan, signedIn: boolean): PlanButton => ({
  label: labelOf(plan, 'Start Free'),
  to: signedIn ? paths.plans : paths.loginThen(paths.plans),
});

/** The button on the plans page. */
export function planPageButton(plan: Plan, { signedIn, currentPlanId }: PlanViewer): PlanButton {
  if (plan._id === currentPlanId) return { label: 'Active Plan', to: null };
  const label = labelOf(plan, 'Start Now');
  if (!signedIn) return { label, to: paths.loginThen(paths.plans) };
  return { label, to: plan.contactSales ? paths.contact : paths.payment(plan._id) };
}
