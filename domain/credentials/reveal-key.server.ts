import { unseal } from '#platform/crypto.server.ts';
import { prisma } from '#platform/db.server.ts';

/** The oldest active API key of a user, readable, or null if there is none. */
export async function revealKey(userId: string) {
  const credential = await prisma.credential.findFirst({
    where: { userId, isActive: true },
    orderBy: { createdAt: 'asc' },
  });
  return credential && { keyId: credential.keyId, secretKey: unseal(credential.secretSealed) };
}
