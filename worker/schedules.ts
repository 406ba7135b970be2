import { logger } from '#platform/logger.ts';
import { openQueue } from '#platform/queue.ts';
import { type ReconcilePayload, reconcileJob, reconcilePayload } from './jobs.ts';
import { workerSettings } from './settings.ts';

/** Maintenance runs once per this many recovery runs: by default once a minute. */
const maintenanceEvery = 12;

/** How often a schedule is due, in milliseconds. */
const everyMs = (due: ReconcilePayload['due']): number =>
  workerSettings.RECONCILE_INTERVAL_SECONDS * 1_000 * (due === 'often' ? 1 : maintenanceEvery);

/** How often the schedules are written again, so that they survive a lost Redis. */
const syncMs = 5_000;

/**
 * BullMQ keeps the time of the next run when a schedule is written again. A worker whose clock was hours ahead has put it
 * so far off: nothing would be reconciled until then.
 */
async function writeSchedule(due: ReconcilePayload['due']): Promise<void> {
  const queue = openQueue(reconcileJob.queue);
  const id = reconcileJob.jobId({ due });
  const every = Math.round(everyMs(due));
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
