import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** Long enough to investigate an email that did not arrive. */
const retentionMs = 30 * 24 * 3_600_000;

/** Deletes sent and failed emails past their retention. @returns how many */
export async function purgeSentEmails(): Promise<number> {
  const { count } = await prisma.email.deleteMany({
    where: {
      state: { in: ['sent', 'failed'] },
      // By the last due time, which has an index.
      dueAt: { lt: new Date(clock.now().getTime() - retentionMs) },
    },
  });
  return count;
}
