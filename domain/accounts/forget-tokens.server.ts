import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** Deletes links and codes whose time is over. @returns how many */
export async function forgetTokens(): Promise<number> {
  const { count } = await prisma.accountToken.deleteMany({
    where: { expiresAt: { lt: clock.now() } },
  });
  return count;
}
