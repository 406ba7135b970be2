import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** Long enough to investigate a notification that did not arrive. */
const retentionMs = 30 * 24 * 3_600_000;

/** Deletes sent and failed notifications past their retention. @returns how many */
export async function deleteOldNotifications(): Promise<number> {
  const { count } = await prisma.notification.deleteMany({
    where: {
      state: { in: ['sent', 'failed'] },
      dueAt: { lt: new Date(clock.now().getTime() - retentionMs) },
    },
  });
  return count;
}
