import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** The API ID of the oldest key of a user that lets a program in now, or null. No key is opened for it. */
export async function findActiveApiId(userId: string): Promise<string | null> {
  const key = await prisma.credential.findFirst({
    where: {
      userId,
      isActive: true,
      OR: [{ expiresOn: null }, { expiresOn: { gt: clock.now() } }],
    },
    orderBy: { id: 'asc' },
    select: { keyId: true },
  });
  return key?.keyId ?? null;
}
