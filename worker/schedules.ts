import { z } from 'zod';
import { logger } from '#platform/logger.ts';
import { type JobContract, openQueue } from '#platform/queue.server.ts';
import { workerSettings } from './settings.ts';

/** Which reconcile tasks are due. */
const reconcilePayload = z.object({ due: z.enum(['often', 'rarely']) });

export type ReconcilePayload = z.output<typeof reconcilePayload>;

/** Runs the due reconcile tasks, once for all workers. */
export const reconcileJob: JobContract<ReconcilePayload> = {
  queue: 'schedules',
  name: 'reconcile',
  payload: reconcilePayload,
  // These ids must not change: they identify the schedulers in Redis, which repeat until they are removed. Under
  // new ids the old ones would go on beside them, and workers of the release before would restore them after
  // a removal, so every task would run twice. `due` is in the schedulers' data, which those workers parse.
  jobId: ({ due }) => (due === 'often' ? 'sweep' : 'sweep-rarely'),
};

/** Maintenance runs once per this many recovery runs: by default once a minute. */
const maintenanceEvery = 12;

const everyMs: Record<ReconcilePayload['due'], number> = {
  often: workerSettings.RECONCILE_INTERVAL_SECONDS * 1_000,
  rarely: workerSettings.RECONCILE_INTERVAL_SECONDS * 1_000 * maintenanceEvery,
};

/** How often the schedules are written again, so that they survive a lost Redis. */
const syncMs = 5_000;

/**
 * BullMQ keeps the time of the next run when a schedule is written again. A worker whose clock was hours ahead has put it
 * so far off: nothing would be reconciled until then.
 */
async function writeSchedule(due: ReconcilePayload['due']): Promise<void> {
  const queue = openQueue(reconcileJob.queue);
  const id = reconcileJob.jobId({ due });
  const every = Math.round(everyMs[due]);
  const { next = 0 } = (await queue.getJobScheduler(id)) ?? {};
  if (next > Date.now() + every + syncMs) await queue.removeJobScheduler(id);
  await queue.upsertJobScheduler(id, { every }, { name: reconcileJob.name, data: { due } });
}

/**
 * Keeps the job schedules in Redis. Every worker does it; their ids make them the same for all.
 *
 * @returns a function that stops it
 */
export function syncSchedules(): () => void {
  const write = async () => {
    try {
      for (const due of reconcilePayload.shape.due.options) await writeSchedule(due);
    } catch (error) {
      // Redis is down, which its connection has logged; the next run writes them.
      logger.debug({ error }, 'could not write the job schedules');
    }
  };
  void write();
  const timer = setInterval(() => void write(), syncMs);
  return () => clearInterval(timer);
}
