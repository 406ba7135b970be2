import { getCurrentPlan } from '#app/plans/plan-button.ts';
import type { UserOutput } from '#domain/billing/get-user.ts';

/** The texts of the specification, for a plan without such texts. */
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
