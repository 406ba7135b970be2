import { prisma } from '#platform/db.ts';
import { until } from './until.ts';

const epoch = new Date(0);

/** As if the workers that were killed had been silent for longer than any lease. Those that run say within a second that they do. */
export async function loseKilledWorkers(): Promise<void> {
  await prisma.deliveryWorker.updateMany({ data: { seenAt: epoch } });
}

/** As if the workers that run had run for long enough to tell who is lost, which takes them five seconds. */
export async function settleWorkers(): Promise<void> {
  await until('a worker runs', async () => {
    const { count } = await prisma.deliveryWorker.updateMany({
      where: { seenAt: { gt: epoch } },
      data: { steadySince: epoch },
    });
    return count > 0;
  });
}
