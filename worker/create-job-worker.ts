import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger, withLogContext } from '#platform/logger.ts';
import { type JobContract, queuePrefix } from '#platform/queue.server.ts';
import { openRedis } from '#platform/redis.server.ts';
import { jobMetricsFor } from './job-metrics.ts';

/** How long a job waits while PostgreSQL is away. */
const databaseAwayMs = 2_000;

/**
 * How long a job of a worker that died stays its own, and how often that is looked for, in
 * milliseconds. Short, because a code is worth nothing half a minute later; should a live worker
 * be taken for dead, the claim on the row still lets only one of the two send.
 */
const lockDuration = 5_000;
const stalledInterval = 2_500;

/** How soon a queue is asked again that gave an error, as a cluster does while nodes of it are away. */
const runRetryDelay = 1_000;

/** What a handler may ask for: to be called again later, with the same job. */
export type JobResult = { againMs: number } | undefined;

type Running<Payload> = {
  contract: JobContract<Payload>;
  concurrency: number;
  handle: (payload: Payload) => Promise<JobResult>;
};

/**
 * Works on one queue. A job that fails for a reason of its own is logged and dropped: the row
 * behind it is the truth, and the sweep brings it back if it still waits.
 */
export function createJobWorker<Payload>({
  contract,
  concurrency,
  handle,
}: Running<Payload>): Worker {
  const jobs = jobMetricsFor(contract.queue);

  async function work(job: Job): Promise<JobResult> {
    const began = performance.now();
    try {
      const payload = contract.payload.safeParse(job.data);
      if (!payload.success) throw new UnrecoverableError('the job carries no valid payload');
      const result = await orLater(handle(payload.data));
      jobs.count(result ? 'again' : 'done', began);
      return result;
    } catch (error) {
      jobs.count('failed', began);
      throw error;
    }
  }

  const worker = new Worker(
    contract.queue,
    (job, token) =>
      withLogContext({ jobId: job.id ?? '' }, async () => {
        const result = await work(job);
        if (result) await postpone(job, result.againMs, token);
      }),
    {
      connection: openRedis('jobs'),
      prefix: queuePrefix(contract.queue),
      concurrency,
      lockDuration,
      stalledInterval,
      runRetryDelay,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    },
  );
  worker.on('error', (error) => logger.debug({ error, queue: contract.queue }, 'worker'));
  worker.on('failed', (job, error) => {
    logger.error({ error, jobId: job?.id, queue: contract.queue }, 'a job failed');
  });
  return worker;
}

async function orLater(work: Promise<JobResult>): Promise<JobResult> {
  try {
    return await work;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    logger.warn({ error }, 'PostgreSQL unavailable; job delayed');
    return { againMs: databaseAwayMs };
  }
}

/** Puts a job back until later. BullMQ wants the error to know that it is not done. */
async function postpone(job: Job, afterMs: number, token: string | undefined): Promise<never> {
  await job.moveToDelayed(Date.now() + afterMs, token);
  throw new DelayedError();
}
