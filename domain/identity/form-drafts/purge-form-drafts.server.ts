import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** Deletes unsent forms whose time is over. @returns how many */
export async function purgeFormDrafts(): Promise<number> {
  const { count } = await prisma.unsentForm.deleteMany({
    where: { expiresAt: { lte: clock.now() } },
  });
  return count;
}
