import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type SqlClient } from '#platform/db.ts';
import type { SessionOutput, SignedInUser } from './contract.ts';
import { describeUserAgent } from './describe-user-agent.ts';

/** A user's active sessions, most recently used first. */
export async function listSessions({ userId, sessionId }: SignedInUser): Promise<SessionOutput[]> {
  const rows = await prisma.session.findMany({
    where: { userId, expiresAt: { gt: clock.now() } },
    orderBy: { lastSeenAt: 'desc' },
    take: 100,
  });
  return rows.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    id,
    device: describeUserAgent(userAgent),
    createdAt,
    lastSeenAt,
    current: id === sessionId,
  }));
}

/** Records that the user has just entered the password. @returns the updated session */
export async function markAuthenticated(signedIn: SignedInUser): Promise<SignedInUser> {
  const { sessionId: id, userId } = signedIn;
  const authenticatedAt = clock.now();
  await prisma.session.updateMany({ where: { id, userId }, data: { authenticatedAt } });
  return { ...signedIn, authenticatedAt };
}

/** Ends a session of a user. */
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

const endEverything = `
  WITH tokens AS (DELETE FROM account_tokens), codes AS (DELETE FROM login_codes)
  DELETE FROM sessions RETURNING id`;

/**
 * Ends the sessions of all users, and the links and codes that were emailed to them. A restore of a backup uses it, because
 * sessions that were ended since the backup would be valid again.
 *
 * @returns how many sessions it ended
 */
export async function endAllSessions(): Promise<number> {
  return (await query('end-sessions-of-all', endEverything, [])).length;
}

/** Deletes expired sessions. @returns how many */
export async function purgeExpiredSessions(): Promise<number> {
  const { count } = await prisma.session.deleteMany({
    where: { expiresAt: { lt: clock.now() } },
  });
  return count;
}
