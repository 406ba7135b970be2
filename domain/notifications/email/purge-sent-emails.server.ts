import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** Long enough to find out why a letter did not arrive. */
const keepMs = 30 * 24 * 3_600_000;

/** Deletes letters that came to an end long ago. @returns how many */
export async function purgeSentEmails(): Promise<number> {
  const { count } = await prisma.email.deleteMany({
    where: {
      state: { in: ['sent', 'failed'] },
      // By its last due time, for which there is an index.
      dueAt: { lt: new Date(clock.now().getTime() - keepMs) },
    },
  });
  return count;
}
