import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';

/** The paid plan that is active now, or null on the default plan. */
export async function getCurrentSubscription(userId: string) {
  const now = clock.now();
  return prisma.subscription.findFirst({
    where: {
      userId,
      status: { in: ['active', 'pending_cancellation'] },
      startedAt: { lte: now },
      expiresAt: { gt: now },
    },
    orderBy: { startedAt: 'desc' },
    include: { plan: true },
  });
}
