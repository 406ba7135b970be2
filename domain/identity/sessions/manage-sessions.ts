import { recordAudit } from '#domain/audit/record-audit.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type SqlClient, transaction } from '#platform/db.ts';
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
  await transaction(async (tx) => {
    const ended = await query('end-session', endSession, [sessionId, userId], tx);
    if (ended.length === 0) return;
    await recordAudit(tx, {
      accountId: userId,
      action: 'session.end',
      targets: [{ type: 'session', id: sessionId }],
    });
  });
}

const endSession = 'DELETE FROM sessions WHERE id = $1 AND user_id = $2 RETURNING id';

const statement = `DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2`;

/** Ends all sessions of a user. @param except id of a session that stays */
export async function revokeAllSessions(
  userId: string,
  except?: string,
  tx?: SqlClient,
): Promise<void> {
  await query('end-all-sessions', statement, [userId, except ?? null], tx);
}

/** Ends all sessions of a user, at the user's request. */
export const signOutEverywhere = (userId: string): Promise<void> =>
  transaction(async (tx) => {
    await revokeAllSessions(userId, undefined, tx);
    await recordAudit(tx, {
      accountId: userId,
      action: 'session.end',
      after: { sessions: 'all' },
    });
  });

/** Deletes expired sessions. @returns how many */
export async function purgeExpiredSessions(): Promise<number> {
  const { count } = await prisma.session.deleteMany({
    where: { expiresAt: { lt: clock.now() } },
  });
  return count;
}
