import { getCurrentSubscription } from '#domain/billing/periods/get-current-subscription.server.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import type { SubscriptionOutput } from './contract.ts';
import { getPaidUntil } from './get-paid-until.server.ts';
import { toSubscription } from './to-subscription.ts';

/**
 * The current plan, or else the last one, which is expired.
 *
 * @returns null if the user never had a paid plan
 */
export async function getLatestSubscription(userId: string): Promise<SubscriptionOutput | null> {
  const current = await getCurrentSubscription(userId);
  if (current) return toSubscription(current, await getPaidUntil(userId, current.expiresAt));
  const last = await prisma.subscription.findFirst({
    where: { userId, expiresAt: { lte: clock.now() } },
    orderBy: { expiresAt: 'desc' },
    include: { plan: { select: { name: true } } },
  });
  // The row may still say `active` until the next reconciler run.
  return last && toSubscription({ ...last, status: 'expired' }, last.expiresAt);
}
