import { lastDaysInIndia } from '#domain/shared/days-in-india.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { retentionDays } from './contract.ts';

/** Deletes daily statistics past their retention. @returns how many rows */
export async function purgeOldStats(): Promise<number> {
  const [first = ''] = lastDaysInIndia(clock.now(), retentionDays);
  const { count } = await prisma.dailyStat.deleteMany({
    where: { day: { lt: new Date(first) } },
  });
  return count;
}
