import { prisma, query, type SqlClient } from '#platform/db.server.ts';

/** Ends one of a user's own sessions. */
export async function revokeSession(userId: string, sessionId: string): Promise<void> {
  await prisma.session.deleteMany({ where: { id: sessionId, userId } });
}

const statement = `DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2`;

/** Ends all sessions of a user. @param except id of a session that stays */
export async function revokeAllSessions(
  userId: string,
  except?: string,
  tx?: SqlClient,
): Promise<void> {
  await query('end-all-sessions', statement, [userId, except ?? null], tx);
}
