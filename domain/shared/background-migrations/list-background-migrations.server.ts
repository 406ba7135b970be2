import { prisma } from '#platform/db.server.ts';

/** The progress of all background migrations that ever began or are about to. */
export async function listBackgroundMigrations() {
  return await prisma.backgroundMigration.findMany({ orderBy: { id: 'asc' } });
}
