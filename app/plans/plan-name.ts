import type { UserOutput } from '#domain/billing/overview/contract.ts';

/** The name of a user's plan, for display. */
export const planName = ({ plan }: Pick<UserOutput, 'plan'>) =>
  plan.plans[0]?.planId.name ?? 'Free';
