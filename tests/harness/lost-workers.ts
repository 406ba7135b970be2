import { prisma } from '#platform/db.ts';
import { until } from './until.ts';

const epoch = new Date(0);

/**
 * Makes the heartbeats of all workers older than any lease. Running workers write a new heartbeat within a second.
 */
export async function loseKilledWorkers(): Promise<void> {
  await prisma.deliveryWorker.updateMany({ data: { seenAt: epoch } });
}

/**
 * Makes running workers count as steady enough to detect lost workers. Normally, a worker counts as steady only after
 * five seconds.
 */
export async function settleWorkers(): Promise<void> {
  await until('a worker runs', async () => {
    const { count } = await prisma.deliveryWorker.updateMany({
      where: { seenAt: { gt: epoch } },
      data: { steadySince: epoch },
    });
    return count > 0;
  });
}
