import { z } from 'zod';
import { env } from '#platform/env.ts';
import { logger } from '#platform/logger.ts';
import { type JobContract, openQueue } from '#platform/queue.server.ts';

/** Runs the sweep, once for all workers. */
export const sweepJob: JobContract<object> = {
  queue: 'schedules',
  name: 'sweep',
  payload: z.object({}),
  jobId: () => 'sweep',
};

/** How often the schedules are written again, so that they survive a Redis that was emptied. */
const renewMs = 5_000;

/**
 * Keeps the schedules in Redis. Every worker does it; they are one schedule by their id.
 *
 * @returns ends the renewing
 */
export function keepSchedules(): () => void {
  const write = async () => {
    try {
      await openQueue(sweepJob.queue).upsertJobScheduler(
        sweepJob.name,
        { every: env.SWEEP_SECONDS * 1_000 },
        { name: sweepJob.name, data: {} },
      );
    } catch (error) {
      // Redis is away, and its connection has said so; the next renewal writes them.
      logger.debug({ error }, 'the schedules could not be written');
    }
  };
  void write();
  const timer = setInterval(() => void write(), renewMs);
  return () => clearInterval(timer);
}
