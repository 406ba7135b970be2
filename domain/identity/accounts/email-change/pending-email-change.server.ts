import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { emailChangeLifeMs } from '../contract.ts';

/** The address that a user's account is to have, once its mailed link is followed; or null. */
export async function pendingEmailChange(
  userId: string,
): Promise<{ id: string; newEmail: string } | null> {
  const since = new Date(clock.now().getTime() - emailChangeLifeMs);
  return prisma.emailChange.findFirst({
    where: { userId, confirmedAt: null, endedAt: null, requestedAt: { gt: since } },
    select: { id: true, newEmail: true },
  });
}
