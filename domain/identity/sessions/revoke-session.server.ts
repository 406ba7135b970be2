import { prisma, query, type SqlClient } from '#platform/db.server.ts';

/** Signs one of a user's sessions out. Another user's session is left alone. */
export async function revokeSession(userId: string, sessionId: string): Promise<void> {
  await prisma.session.deleteMany({ where: { id: sessionId, userId } });
}

const statement = `DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2`;

/**
 * Signs a user out everywhere, but for the session that is named, if one is.
 *
 * @param on the transaction to do it in, if it is part of one
 */
export async function revokeAllSessions(
  userId: string,
  except?: string,
  on?: SqlClient,
): Promise<void> {
  await query('end-all-sessions', statement, [userId, except ?? null], on);
}
