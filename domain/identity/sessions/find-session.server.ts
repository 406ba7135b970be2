import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { type SessionKind, type SignedInUser, sessionEnd } from './contract.ts';
import { hashSessionToken } from './session-token.server.ts';

/** How exact `last_seen_at` is: a session in use costs one write a minute. */
const seenEveryMs = 60_000;

/**
 * Who holds this token, or null if it is no session's any more, or one of the other kind. Being seen
 * makes a session live on, up to its longest life.
 */
export async function findSession(token: string, kind: SessionKind): Promise<SignedInUser | null> {
  const session = await prisma.session.findUnique({
    where: { tokenHash: hashSessionToken(token), kind },
    select: {
      ...{ id: true, userId: true, authenticatedAt: true },
      ...{ createdAt: true, lastSeenAt: true, expiresAt: true },
    },
  });
  const now = clock.now();
  if (!session || session.expiresAt <= now) return null;
  if (now.getTime() - session.lastSeenAt.getTime() >= seenEveryMs) {
    await prisma.session.updateMany({
      where: { id: session.id },
      data: { lastSeenAt: now, expiresAt: sessionEnd(session.createdAt, now) },
    });
  }
  const { id: sessionId, userId, authenticatedAt } = session;
  return { sessionId, userId, authenticatedAt };
}
