import { lastDays } from '#domain/shared/india-days.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { retentionDays } from './contract.ts';

/** Deletes the figures of days that are older than any that are kept. @returns how many rows */
export async function purgeOldStats(): Promise<number> {
  const [first = ''] = lastDays(clock.now(), retentionDays);
  const { count } = await prisma.dailyFigure.deleteMany({
    where: { day: { lt: new Date(first) } },
  });
  return count;
}
