import { toFeatureList } from '#domain/billing/plans/contract.ts';
import { getDefaultPlan } from '#domain/billing/plans/read-plans.ts';
import {
  getCurrentSubscription,
  getPaidUntil,
} from '#domain/billing/subscriptions/get-subscription.ts';
import type { UsagePeriod } from '#domain/billing/usage/contract.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { avatarPath, type SignUpInput } from '#domain/identity/accounts/contract.browser.ts';
import { findPendingEmailChange } from '#domain/identity/accounts/email-change.ts';
import { type SignUpIdempotency, signUpOnce } from '#domain/identity/accounts/sign-up.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatPrice } from '#domain/shared/format.browser.ts';
import type { IdempotentResult } from '#domain/shared/idempotency/saved-response.ts';
import { prisma } from '#platform/db.ts';
import { oncePerPage } from '#platform/request-scope.ts';
import { serverSettings } from '#platform/server-settings.ts';
import type { Plan, Subscription, User } from '#prisma/generated/client.ts';
import type { UserOutput } from './contract.ts';

type PlanEntry = UserOutput['plan']['plans'][number];

type Parts = {
  user: Pick<User, 'id' | 'name' | 'email' | 'emailConfirmedAt'>;
  /** The new email address, if the user has not confirmed it yet; otherwise null. */
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

/** Converts a user to the API output. `plans` has one entry, which is the current plan. */
function toUserOutput({
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
 * Converts the current plan to its entry in `plans`. The default plan has no end and cannot be cancelled. A cancelled plan
 * ends and is not billed again.
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

/** Returns a user with the current plan and its usage. @throws DomainError `not_found` */
export const getUser = oncePerPage(async (userId): Promise<UserOutput> => {
  const user = await prisma.user.findUnique({ where: { id: userId } });
  if (!user) throw new DomainError('not_found');
  const [avatar, subscription, period, change] = await Promise.all([
    prisma.avatar.findUnique({ where: { userId }, select: { name: true } }),
    getCurrentSubscription(userId),
    getCurrentUsagePeriod(userId),
    findPendingEmailChange(userId),
  ]);
  const plan = subscription?.plan ?? (await getDefaultPlan());
  const image = avatar && new URL(avatarPath(avatar.name), serverSettings.PUBLIC_URL).href;
  const ends = subscription && (await getPaidUntil(userId, subscription.expiresAt));
  return toUserOutput({
    user,
    pendingEmail: change?.newEmail ?? null,
    image,
    subscription,
    ends,
    plan,
    period,
  });
});

type Options = { from: string; idempotency: SignUpIdempotency | null };

/**
 * Signs a user up over REST, with an optional Idempotency-Key: see `signUpOnce`.
 *
 * @returns the new user, on the default plan
 */
export async function signUpUser(
  input: SignUpInput,
  options: Options,
): Promise<IdempotentResult<UserOutput>> {
  const plan = await getDefaultPlan();
  return signUpOnce(input, {
    ...options,
    answerOf: (user) =>
      toUserOutput({
        ...{ user, pendingEmail: null, image: null },
        ...{ subscription: null, ends: null, plan },
        period: { messagesUsed: 0, messageLimit: plan.messageLimit },
      }),
  });
}
