import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { renewableDays } from './contract.browser.ts';

/**
 * Whether a user can pay for a plan: it is not the current one, ends within `renewableDays`, or was
 * cancelled. A user who already paid for the next period cannot pay again.
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
  const renewableFrom = clock.now().getTime() + renewableDays * 24 * 3_600_000;
  return last.expiresAt.getTime() <= renewableFrom;
}
