import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** Deletes the answers that are older than a caller may rely on. */
export async function purgeIdempotencyKeys(): Promise<number> {
  const { count } = await prisma.idempotencyKey.deleteMany({
    where: { expiresAt: { lt: clock.now() } },
  });
  return count;
}
