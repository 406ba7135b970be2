import type { UserOutput } from '#domain/billing/overview/contract.ts';

/** What is said of a plan of which nothing else is known. */
const unknownPlan = {
  name: 'Free',
  description: 'Basic plan with limited features',
  price: '₹0',
  apiCalls: 100,
  monthlylimit: 50,
  features: ['Basic API Access', 'Limited Message Quota', 'Standard Support'],
};

/** The plan of a user, for display. */
export function describePlan({ plan }: Pick<UserOutput, 'plan'>) {
  const { name, description, price, apiCalls, monthlylimit, features } =
    plan.plans[0]?.planId ?? {};
  const own = features?.map(({ text }) => text) ?? [];
  return {
    name: name || unknownPlan.name,
    description: description || unknownPlan.description,
    // What Enterprise costs is agreed on, so its row has no price.
    price: name === 'Enterprise' ? 'As agreed' : price || unknownPlan.price,
    apiCalls: apiCalls ?? unknownPlan.apiCalls,
    monthlylimit: monthlylimit ?? unknownPlan.monthlylimit,
    features: own.length > 0 ? own : unknownPlan.features,
    extent: name === 'Pro' ? 'All features included' : 'Limited features',
  };
}
