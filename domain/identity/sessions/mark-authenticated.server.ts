import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import type { SignedInUser } from './contract.ts';

/** Records that the user has just entered the password. @returns the updated session */
export async function markAuthenticated(signedIn: SignedInUser): Promise<SignedInUser> {
  const { sessionId: id, userId } = signedIn;
  const authenticatedAt = clock.now();
  await prisma.session.updateMany({ where: { id, userId }, data: { authenticatedAt } });
  return { ...signedIn, authenticatedAt };
}
