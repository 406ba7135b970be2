import { getCurrentSubscription } from '#domain/billing/periods/get-current-subscription.ts';
import { getDefaultPlan } from '#domain/billing/plans/read-plans.ts';
import { getPaidUntil } from '#domain/billing/subscriptions/get-subscription.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { avatarPath } from '#domain/identity/accounts/avatar.browser.ts';
import { findPendingEmailChange } from '#domain/identity/accounts/email-change/pending-email-change.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import type { UserOutput } from './contract.ts';
import { toUserOutput } from './to-user-output.ts';

/** Returns a user with the current plan and its usage. @throws DomainError `not_found` */
export async function getUser(userId: string): Promise<UserOutput> {
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
}
