import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { type SessionKind, type SignedInUser, sessionEnd } from './contract.ts';
import { hashSessionToken } from './create-session.ts';
import { activeSessionSql } from './lock-session.ts';

/** Precision of `last_seen_at`, in milliseconds: a session in use costs one write a minute. */
const precisionMs = 60_000;

/**
 * Finds the session of a token; null if it has expired or is of the other kind, or the account is to be
 * deleted (`findPendingDeletion`). Using a session extends it, up to its maximum age.
 */
export async function findSession(token: string, kind: SessionKind): Promise<SignedInUser | null> {
  const session = await prisma.session.findUnique({
    where: { tokenHash: hashSessionToken(token), kind, user: { deletion: null } },
    select: {
      ...{ id: true, userId: true, authenticatedAt: true },
      ...{ createdAt: true, lastSeenAt: true, expiresAt: true },
    },
  });
  const now = clock.now();
  if (!session || session.expiresAt <= now) return null;
  if (now.getTime() - session.lastSeenAt.getTime() >= precisionMs) {
    await prisma.session.updateMany({
      where: { id: session.id },
      data: { lastSeenAt: now, expiresAt: sessionEnd(session.createdAt, now) },
    });
  }
  const { id: sessionId, userId, authenticatedAt } = session;
  return { sessionId, userId, authenticatedAt };
}

const active = `SELECT id FROM sessions AS s WHERE s.id = ANY ($1) AND ${activeSessionSql('s', '$2')}`;

/** Which of these sessions have not ended, by their ids; for pages that stay open. It does not extend them. */
export async function findActiveSessions(ids: string[]): Promise<Set<string>> {
  const rows = await query<{ id: string }>('find-active-sessions', active, [ids, clock.now()]);
  return new Set(rows.map(({ id }) => id));
}
