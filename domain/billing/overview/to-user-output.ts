import { toFeatureList } from '#domain/billing/plans/contract.ts';
import type { UsagePeriod } from '#domain/billing/usage/contract.ts';
import { formatPrice } from '#domain/shared/format-number.browser.ts';
import type { Plan, Subscription, User } from '#prisma/generated/client.ts';
import type { UserOutput } from './contract.ts';

type PlanEntry = UserOutput['plan']['plans'][number];

type Parts = {
  user: Pick<User, 'id' | 'name' | 'email' | 'emailConfirmedAt'>;
  /** The new address that is not confirmed yet, or null. */
  pendingEmail: string | null;
  /** URL of the avatar, or null. */
  image: string | null;
  /** Null on the default plan. */
  subscription: Subscription | null;
  /** The end of the last paid period. */
  ends: Date | null;
  plan: Plan;
  period: Pick<UsagePeriod, 'messagesUsed' | 'messageLimit'>;
};

/** A user as the owner sees it; `plans` has one entry, the current plan. */
export function toUserOutput({
  user,
  pendingEmail,
  image,
  subscription,
  ends,
  plan,
  period,
}: Parts): UserOutput {
  const entry = toPlanEntry(plan, subscription, ends?.toISOString() ?? null);
  return {
    _id: user.id,
    name: user.name,
    email: user.email,
    pendingEmail,
    emailConfirmed: user.emailConfirmedAt !== null,
    image,
    role: 'user',
    messageCount: period.messagesUsed,
    monthlyMessageLimit: period.messageLimit,
    plan: { status: entry.status, plans: [entry] },
  };
}

/**
 * The default plan has no end and cannot be cancelled. A cancelled plan ends and is not billed
 * again.
 */
function toPlanEntry(
  plan: Plan,
  subscription: Subscription | null,
  ends: string | null,
): PlanEntry {
  const status = subscription?.status ?? 'active';
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
      price: formatPrice(plan.pricePaise),
      contactSales: plan.isContactSales,
      allFeatures: plan.hasAllFeatures,
      apiCalls: plan.apiCallLimit,
      monthlylimit: plan.messageLimit,
      features: toFeatureList(plan.id, plan.features),
    },
  };
}
