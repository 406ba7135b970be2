import { getCurrentSubscription } from '#domain/billing/periods/get-current-subscription.server.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import type { SubscriptionOutput } from './contract.ts';
import { getPaidUntil } from './get-paid-until.server.ts';
import { toSubscription } from './to-subscription.ts';

/**
 * The plan that a user has now, or the last that they had, which is expired.
 *
 * @returns null for somebody who never had one
 */
export async function getLatestSubscription(userId: string): Promise<SubscriptionOutput | null> {
  const current = await getCurrentSubscription(userId);
  if (current) return toSubscription(current, await getPaidUntil(userId, current.expiresAt));
  const last = await prisma.subscription.findFirst({
    where: { userId, expiresAt: { lte: clock.now() } },
    orderBy: { expiresAt: 'desc' },
    include: { plan: { select: { name: true } } },
  });
  // Its time may be over a moment before its row says so.
  return last && toSubscription({ ...last, status: 'expired' }, last.expiresAt);
}
