import { prisma } from '#platform/db.server.ts';
import type { SubscriptionOutput } from './contract.ts';
import { toSubscription } from './to-subscription.ts';

/** The period that a completed order gave. */
export async function getPaidPeriod(orderId: string): Promise<SubscriptionOutput> {
  const row = await prisma.subscription.findUniqueOrThrow({
    where: { orderId },
    include: { plan: { select: { name: true } } },
  });
  return toSubscription(row, row.expiresAt);
}
