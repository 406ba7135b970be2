import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import type { SessionView, SignedIn } from './contract.ts';
import { deviceOf } from './device.ts';

/** The sessions of a user that are alive, the one last seen first. */
export async function listSessions({ userId, sessionId }: SignedIn): Promise<SessionView[]> {
  const rows = await prisma.session.findMany({
    where: { userId, expiresAt: { gt: clock.now() } },
    orderBy: { lastSeenAt: 'desc' },
    take: 100,
  });
  return rows.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    id,
    device: deviceOf(userAgent),
    createdAt,
    lastSeenAt,
    current: id === sessionId,
  }));
}
