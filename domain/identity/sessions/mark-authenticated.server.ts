import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import type { SignedInUser } from './contract.ts';

/**
 * Notes that the holder of a session has just entered the password.
 *
 * @returns the session as it is now
 */
export async function markAuthenticated(signedIn: SignedInUser): Promise<SignedInUser> {
  const { sessionId: id, userId } = signedIn;
  const authenticatedAt = clock.now();
  await prisma.session.updateMany({ where: { id, userId }, data: { authenticatedAt } });
  return { ...signedIn, authenticatedAt };
}
