import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** How long a change is kept after it was asked for, in milliseconds: long after it can be undone. */
const keptMs = 30 * 24 * 3_600_000;

/** Deletes changes of addresses that are over. @returns how many */
export async function purgeEmailChanges(): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs);
  const { count } = await prisma.emailChange.deleteMany({ where: { requestedAt: { lt: before } } });
  return count;
}
