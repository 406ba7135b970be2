import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** Deletes expired responses. @returns how many */
export async function purgeIdempotencyKeys(): Promise<number> {
  const { count } = await prisma.idempotencyKey.deleteMany({
    where: { expiresAt: { lt: clock.now() } },
  });
  return count;
}
