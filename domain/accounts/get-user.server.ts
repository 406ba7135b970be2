import { defaultPlan } from '#domain/plans/default-plan.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { currentSubscription } from '#domain/subscriptions/current-subscription.server.ts';
import { currentPeriod } from '#domain/usage/current-period.server.ts';
import { prisma } from '#platform/db.server.ts';
import type { UserOutput } from './contract.ts';
import { toUser } from './to-user.ts';

/**
 * A user with the plan of now and what was used of it.
 *
 * @throws DomainError `not_found`
 */
export async function getUser(userId: string): Promise<UserOutput> {
  const user = await prisma.user.findUnique({ where: { id: userId } });
  if (!user) throw new DomainError('not_found');
  const [subscription, period] = await Promise.all([
    currentSubscription(userId),
    currentPeriod(userId),
  ]);
  const plan = subscription?.plan ?? (await defaultPlan());
  return toUser({ user, subscription, plan, period });
}
