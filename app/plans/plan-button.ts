import { paths } from '#app/paths.ts';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';
import { isContactSales } from '#domain/billing/plans/display.ts';

/** What stands on the button of a plan's card, and where it leads; null: it is theirs already. */
export type PlanButton = { label: string; to: string | null };

type Plan = Pick<PlanOutput, '_id' | 'name' | 'numericPrice'>;

/** Who looks at the plans page. */
export type PlanViewer = {
  signedIn: boolean;
  /** The plan that they have now. */
  currentPlanId: string | null;
};

const inATalk = ({ name, numericPrice }: Plan) => isContactSales({ name, price: numericPrice });

function labelOf(plan: Plan, labelOfBasic: string): string {
  if (plan.name === 'Basic') return labelOfBasic;
  return inATalk(plan) ? 'Contact Sales' : 'Subscribe Now';
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
  return { label, to: inATalk(plan) ? paths.contact : paths.payment(plan._id) };
}
