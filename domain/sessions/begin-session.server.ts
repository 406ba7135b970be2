import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { sessionLifeMs } from './contract.ts';
import { hashSessionToken, newSessionToken } from './session-token.server.ts';

/**
 * Signs a user in.
 *
 * @param userAgent as the browser or program names itself
 * @returns the token, which is stored nowhere
 */
export async function beginSession(userId: string, userAgent: string): Promise<{ token: string }> {
  const token = newSessionToken();
  const now = clock.now();
  await prisma.session.create({
    data: {
      id: newId('ses', now.getTime()),
      userId,
      tokenHash: hashSessionToken(token),
      userAgent: userAgent.slice(0, 300),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + sessionLifeMs),
    },
  });
  return { token };
}
