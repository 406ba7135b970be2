import { prisma } from '#platform/db.server.ts';

/**
 * The end of the last paid period that follows the current one, or else of the current one.
 *
 * @param runsUntil the end of the current period
 */
export async function getPaidUntil(userId: string, runsUntil: Date): Promise<Date> {
  const last = await prisma.subscription.findFirst({
    where: {
      userId,
      status: { in: ['active', 'pending_cancellation'] },
      startedAt: { gte: runsUntil },
    },
    orderBy: { expiresAt: 'desc' },
    select: { expiresAt: true },
  });
  return last?.expiresAt ?? runsUntil;
}
