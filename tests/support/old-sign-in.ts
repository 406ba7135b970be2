import { prisma } from '#platform/db.ts';

/** Moves the last sign-in of all sessions of a user 16 minutes into the past. */
export const signedInLongAgo = (userId: string) =>
  prisma.session.updateMany({
    where: { userId },
    data: { authenticatedAt: new Date(Date.now() - 16 * 60_000) },
  });
