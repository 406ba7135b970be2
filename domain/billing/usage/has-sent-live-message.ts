import { prisma } from '#platform/db.ts';

/**
 * Whether an account has ever sent a live message or one-time password that a carrier took or may still take: it has used
 * units of a month. Test messages use none.
 */
export async function hasSentLiveMessage(userId: string): Promise<boolean> {
  const used = await prisma.usagePeriod.findFirst({
    where: { userId, messagesUsed: { gt: 0 } },
    select: { id: true },
  });
  return used !== null;
}
