import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { type SignedIn, sessionLifeMs } from './contract.ts';
import { hashSessionToken } from './session-token.server.ts';

/** How exact `last_seen_at` is: a session in use costs one write a minute. */
const seenEveryMs = 60_000;

/** Who holds this token, or null if it is no session's any more. Being seen makes it live on. */
export async function findSession(token: string): Promise<SignedIn | null> {
  const session = await prisma.session.findUnique({
    where: { tokenHash: hashSessionToken(token) },
    select: { id: true, userId: true, lastSeenAt: true, expiresAt: true },
  });
  const now = clock.now();
  if (!session || session.expiresAt <= now) return null;
  if (now.getTime() - session.lastSeenAt.getTime() >= seenEveryMs) {
    await prisma.session.updateMany({
      where: { id: session.id },
      data: { lastSeenAt: now, expiresAt: new Date(now.getTime() + sessionLifeMs) },
    });
  }
  return { sessionId: session.id, userId: session.userId };
}
