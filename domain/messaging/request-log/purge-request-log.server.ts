import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { minIdAt } from '#platform/ids.server.ts';
import { retentionMs } from './contract.ts';

/** Deletes failed requests past their retention. @returns how many */
export async function purgeRequestLog(): Promise<number> {
  const { count } = await prisma.failedRequest.deleteMany({
    where: { id: { lt: minIdAt('ref', clock.now().getTime() - retentionMs) } },
  });
  return count;
}
