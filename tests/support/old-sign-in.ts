import { prisma } from '#platform/db.ts';

/** Lets the last sign-in of all of a user's sessions lie 16 minutes back. */
export const signedInLongAgo = (userId: string) =>
  prisma.session.updateMany({
    where: { userId },
    data: { authenticatedAt: new Date(Date.now() - 16 * 60_000) },
  });
