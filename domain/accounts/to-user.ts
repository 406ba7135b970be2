import { displayPrice } from '#domain/plans/display-price.ts';
import type { UsagePeriod } from '#domain/usage/contract.ts';
import type { Plan, Subscription, User } from '#prisma/generated/client.ts';
import type { UserOutput } from './contract.ts';

type PlanEntry = UserOutput['plan']['plans'][number];

type Parts = {
  user: User;
  /** Null for who is on the default plan. */
  subscription: Subscription | null;
  plan: Plan;
  period: UsagePeriod;
};

/** A user as the owner sees it, the plan of now as the one entry of `plans`. */
export function toUser({ user, subscription, plan, period }: Parts): UserOutput {
  const entry = toPlanEntry(plan, subscription);
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    image: null,
    role: 'user',
    messageCount: period.messagesUsed,
    monthlyMessageLimit: period.messageLimit,
    plan: { status: entry.status, plans: [entry] },
  };
}

/** The default plan has no end and nothing to cancel. A cancelled plan ends, and is not billed again. */
function toPlanEntry(plan: Plan, subscription: Subscription | null): PlanEntry {
  const status = subscription?.status ?? 'active';
  const ends = subscription?.expiresAt.toISOString() ?? null;
  return {
    id: subscription?.id ?? plan.id,
    name: plan.name,
    status,
    expiryDate: ends,
    nextBillingDate: status === 'active' ? ends : null,
    canCancel: subscription !== null && status === 'active',
    planId: {
      _id: plan.id,
      name: plan.name,
      description: plan.description,
      price: displayPrice(plan.pricePaise),
      apiCalls: plan.apiCallLimit,
      monthlylimit: plan.messageLimit,
      features: plan.features.map((text, i) => ({ _id: `${plan.id}_${i + 1}`, text })),
    },
  };
}
