import { recordAudit } from '#domain/audit/record-audit.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type SqlClient, transaction } from '#platform/db.ts';
import {
  describeUserAgent,
  recentSignInMs,
  type SessionOutput,
  type SignedInUser,
} from './contract.ts';

/** A user's active sessions, most recently used first. */
export async function listSessions({
  userId,
  sessionId,
}: Pick<SignedInUser, 'userId'> & { sessionId: string | null }): Promise<SessionOutput[]> {
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

const statement = `
  WITH pending AS (DELETE FROM pending_sign_ins WHERE user_id = $1),
    trusted AS (DELETE FROM trusted_devices WHERE user_id = $1)
  DELETE FROM sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2`;

/** Ends all sessions, pending sign-ins and trusted devices of a user. @param except id of a session that stays */
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

const expireRecent = `
  UPDATE sessions SET authenticated_at = least(authenticated_at, $3)
  WHERE user_id = $1 AND id IS DISTINCT FROM $2`;

/**
 * Makes the user's other sessions enter password and second factor before their next sensitive action, because the factors
 * have changed since their sign-in.
 */
export async function expireRecentSignIns(
  userId: string,
  except: string,
  tx: SqlClient,
): Promise<void> {
  const notRecent = new Date(clock.now().getTime() - recentSignInMs);
  await query('expire-recent-sign-ins', expireRecent, [userId, except, notRecent], tx);
}

const endEverything = `
  WITH tokens AS (DELETE FROM account_tokens), codes AS (DELETE FROM login_codes),
    pending AS (DELETE FROM pending_sign_ins), trusted AS (DELETE FROM trusted_devices)
  DELETE FROM sessions RETURNING id`;

/**
 * Ends the sessions and trusted devices of all users, and the links and codes that were emailed to them. A restore of a backup
 * uses it, because sessions that were ended since the backup would be valid again.
 *
 * @returns how many sessions it ended
 */
export async function endAllSessions(): Promise<number> {
  return (await query('end-sessions-of-all', endEverything, [])).length;
}

/** Deletes expired sessions, and former tokens of sessions. @returns how many sessions */
export async function purgeExpiredSessions(): Promise<number> {
  const expired = { where: { expiresAt: { lt: clock.now() } } };
  await prisma.replacedSessionToken.deleteMany(expired);
  const { count } = await prisma.session.deleteMany(expired);
  return count;
}
