import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';

type Begin = { userId: string; planName: string; startedAt: Date; expiresAt: Date };

/** Puts a user on a plan. */
export async function grantSubscription({ userId, planName, ...times }: Begin): Promise<void> {
  const plan = await prisma.plan.findUniqueOrThrow({ where: { name: planName } });
  await prisma.subscription.create({
    data: { id: newId('sub'), userId, planId: plan.id, ...times },
  });
}
