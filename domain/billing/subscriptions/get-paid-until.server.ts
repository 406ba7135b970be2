import { prisma } from '#platform/db.server.ts';

/**
 * Until when a user has paid: the end of the period that runs, or of the last that follows on it.
 *
 * @param runsUntil the end of the period that runs
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
