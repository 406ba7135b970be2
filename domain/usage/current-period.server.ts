import { defaultPlan } from '#domain/plans/default-plan.server.ts';
import { invariant } from '#domain/shared/errors.ts';
import { currentSubscription } from '#domain/subscriptions/current-subscription.server.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import type { UsagePeriod } from './contract.ts';
import { monthOfUse } from './period.ts';

/**
 * The month of use in which a user is now, begun if this is its first use.
 *
 * @returns the period with its counters as they stand in the database
 */
export async function currentPeriod(userId: string): Promise<UsagePeriod> {
  const now = clock.now();
  const { plan, anchor, until } = await planOf(userId);
  const { startsAt, endsAt } = monthOfUse(anchor, now);
  await prisma.usagePeriod.createMany({
    data: {
      id: newId('use'),
      userId,
      planId: plan.id,
      startsAt,
      endsAt: until && until < endsAt ? until : endsAt,
      messageLimit: plan.messageLimit,
      apiCallLimit: plan.apiCallLimit,
    },
    skipDuplicates: true,
  });
  const row = await prisma.usagePeriod.findUniqueOrThrow({
    where: { userId_startsAt_planId: { userId, startsAt, planId: plan.id } },
  });
  return { ...row, planName: plan.name };
}

/** The plan, the day it began, and when it ends if it does. */
async function planOf(userId: string) {
  const subscription = await currentSubscription(userId);
  if (subscription) {
    return {
      plan: subscription.plan,
      anchor: subscription.startedAt,
      until: subscription.expiresAt,
    };
  }
  const user = await prisma.user.findUnique({ where: { id: userId } });
  invariant(user, 'usage is asked for a user that exists');
  return { plan: await defaultPlan(), anchor: user.createdAt, until: null };
}
