import { z } from 'zod';
import { logger } from '#platform/logger.ts';
import { type JobContract, openQueue } from '#platform/queue.server.ts';
import { workerSettings } from './settings.ts';

/** Which steps of the sweep are due. */
const sweepPayload = z.object({ due: z.enum(['often', 'rarely']) });

export type ReconcilePayload = z.output<typeof sweepPayload>;

/** Runs what is due of the sweep, once for all workers. */
export const reconcileJob: JobContract<ReconcilePayload> = {
  queue: 'schedules',
  name: 'sweep',
  payload: sweepPayload,
  jobId: ({ due }) => (due === 'often' ? 'sweep' : 'sweep-rarely'),
};

/** What may take its time is due once in so many sweeps: once a minute, unless told otherwise. */
const maintenanceEvery = 12;

const everyMs: Record<ReconcilePayload['due'], number> = {
  often: workerSettings.RECONCILE_INTERVAL_SECONDS * 1_000,
  rarely: workerSettings.RECONCILE_INTERVAL_SECONDS * 1_000 * maintenanceEvery,
};

/** How often the schedules are written again, so that they survive a Redis that was emptied. */
const renewMs = 5_000;

/**
 * Keeps the schedules in Redis. Every worker does it; by their ids they are the same for all.
 *
 * @returns ends the renewing
 */
export function syncSchedules(): () => void {
  const write = async () => {
    try {
      for (const due of sweepPayload.shape.due.options) {
        await openQueue(reconcileJob.queue).upsertJobScheduler(
          reconcileJob.jobId({ due }),
          { every: Math.round(everyMs[due]) },
          { name: reconcileJob.name, data: { due } },
        );
      }
    } catch (error) {
      // Redis is away, and its connection has said so; the next renewal writes them.
      logger.debug({ error }, 'the schedules could not be written');
    }
  };
  void write();
  const timer = setInterval(() => void write(), renewMs);
  return () => clearInterval(timer);
}
