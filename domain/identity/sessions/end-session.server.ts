import { prisma } from '#platform/db.server.ts';

/** Signs one of a user's sessions out. Another user's session is left alone. */
export async function endSession(userId: string, sessionId: string): Promise<void> {
  await prisma.session.deleteMany({ where: { id: sessionId, userId } });
}
