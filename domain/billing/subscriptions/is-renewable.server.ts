import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { renewableDays } from './contract.ts';

/**
 * Whether a plan can be paid for: it is not the user's now, ends soon, or was cancelled. Somebody who has
 * paid for the time after already cannot pay again.
 */
export async function isRenewable(userId: string, planId: string): Promise<boolean> {
  const last = await prisma.subscription.findFirst({
    where: {
      userId,
      status: { in: ['active', 'pending_cancellation'] },
      expiresAt: { gt: clock.now() },
    },
    orderBy: { startedAt: 'desc' },
  });
  if (last?.planId !== planId || last.status === 'pending_cancellation') return true;
  const soon = clock.now().getTime() + renewableDays * 24 * 3_600_000;
  return last.expiresAt.getTime() <= soon;
}
