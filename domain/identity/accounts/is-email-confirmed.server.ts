import { prisma } from '#platform/db.server.ts';

/** Whether a user has shown that the address of the account is theirs. */
export async function isEmailConfirmed(userId: string): Promise<boolean> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: { emailConfirmedAt: true },
  });
  return user?.emailConfirmedAt != null;
}
