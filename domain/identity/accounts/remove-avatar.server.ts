import { prisma } from '#platform/db.server.ts';

/** Takes a user's avatar away, if there is one. It is served no more. */
export async function removeAvatar(userId: string): Promise<void> {
  await prisma.avatar.deleteMany({ where: { userId } });
}
