import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { firstIdAt } from '#platform/ids.server.ts';
import { keptMs } from './contract.ts';

/** Deletes refused requests whose time is over. @returns how many */
export async function forgetRefused(): Promise<number> {
  const { count } = await prisma.refusedRequest.deleteMany({
    where: { id: { lt: firstIdAt('ref', clock.now().getTime() - keptMs) } },
  });
  return count;
}
