import { prisma } from '#platform/db.server.ts';

export async function isEmailConfirmed(userId: string): Promise<boolean> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: { emailConfirmedAt: true },
  });
  return user?.emailConfirmedAt != null;
}
