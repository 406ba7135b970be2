import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** The API ID of a user's oldest key that is active and not expired, or null. Decrypts no key. */
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
