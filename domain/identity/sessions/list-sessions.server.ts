import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
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
