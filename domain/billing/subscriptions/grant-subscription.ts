import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';

type Grant = { userId: string; planName: string; startedAt: Date; expiresAt: Date };

/** Gives a user a plan without an order. */
export async function grantSubscription({ userId, planName, ...times }: Grant): Promise<void> {
  const plan = await prisma.plan.findUniqueOrThrow({ where: { name: planName } });
  await prisma.subscription.create({
    data: { id: newId('sub'), userId, planId: plan.id, ...times },
  });
}
