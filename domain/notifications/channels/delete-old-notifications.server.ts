import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** Long enough to find out why a notification did not arrive. */
const keepMs = 30 * 24 * 3_600_000;

/** Deletes notifications that came to an end long ago. @returns how many */
export async function deleteOldNotifications(): Promise<number> {
  const { count } = await prisma.notification.deleteMany({
    where: {
      state: { in: ['sent', 'failed'] },
      dueAt: { lt: new Date(clock.now().getTime() - keepMs) },
    },
  });
  return count;
}
