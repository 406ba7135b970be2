import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import type { JobContract } from '#platform/job-contract.ts';
import { logger, withLogContext } from '#platform/logger.ts';
import { counter, histogram } from '#platform/metrics/instruments.ts';
import { queuePrefix } from '#platform/queue.ts';
import { openRedis } from '#platform/redis.ts';
import type { JobResult, OwnQueue } from './jobs.ts';

/** Delay of a job while PostgreSQL is unavailable, in milliseconds. */
const databaseDelayMs = 2_000;

/**
 * How long a dead worker's job stays locked, and how often BullMQ looks for stalled jobs, in milliseconds. Short, because an
 * OTP is useless half a minute later. If BullMQ wrongly considers a worker dead, two workers run the job, but the row's
 * reservation lets only one of them send.
 */
const lockDuration = 5_000;
const stalledInterval = 2_500;

/**
 * Delay before a queue is read again after an error, in milliseconds. Such errors occur while nodes of a cluster are down.
 */
const runRetryDelay = 1_000;

type JobWorkerOptions<Payload> = {
  contract: JobContract<Payload>;
  concurrency: number;
  handle: (payload: Payload) => Promise<JobResult>;
  /** Called after the job has been removed from the queue. From then on, a call of `enqueue` adds a new job. */
  onDone?: (payload: Payload) => void;
};

/**
 * Runs the jobs of one queue. A failed job is logged and dropped, because the row is the source of truth, and the reconciler
 * enqueues the job again if needed.
 */
export function createJobWorker<Payload>({
  contract,
  concurrency,
  handle,
  onDone,
}: JobWorkerOptions<Payload>): OwnQueue {
  const jobs = jobMetricsFor(contract.queue);

  async function work(job: Job): Promise<JobResult> {
    const began = performance.now();
    try {
      const payload = contract.payload.safeParse(job.data);
      if (!payload.success) throw new UnrecoverableError('invalid job payload');
      const result = await delayOnOutage(handle(payload.data));
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
        if (result) await postpone(job, result.retryInMs, token);
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
  const logError = limitLines((error: Error) =>
    logger.debug({ error, queue: contract.queue }, 'a job worker reported an error'),
  );
  worker.on('error', logError);
  if (onDone) worker.on('completed', (job) => onDone(contract.payload.parse(job.data)));
  worker.on('failed', (job, error) => {
    logger.error({ error, jobId: job?.id, queue: contract.queue }, 'job failed');
  });

  /** Runs a job without Redis. If the job must run again, the reconciler finds its row when it is due. */
  async function handleHere(payload: unknown): Promise<JobResult> {
    const parsed = contract.payload.parse(payload);
    const result = await delayOnOutage(handle(parsed));
    onDone?.(parsed);
    return result;
  }
  return { name: contract.queue, worker, concurrency, handle: handleHere };
}

/** Logs at most one line a second, because BullMQ immediately repeats a command that Redis rejects. */
function limitLines(log: (error: Error) => void): (error: Error) => void {
  let nextAt = 0;
  return (error) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + 1_000;
    log(error);
  };
}

async function delayOnOutage(work: Promise<JobResult>): Promise<JobResult> {
  try {
    return await work;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    logger.warn({ error }, 'PostgreSQL unavailable; job delayed');
    return { retryInMs: databaseDelayMs };
  }
}

/** Delays a job, and throws the error by which BullMQ recognises an unfinished job. */
async function postpone(job: Job, delayMs: number, token: string | undefined): Promise<never> {
  await job.moveToDelayed(Date.now() + delayMs, token);
  throw new DelayedError();
}

const jobs = counter<'queue' | 'result'>({
  name: 'dakiya_jobs_total',
  help: 'Executed jobs, by result: done, again (executed again later), or failed (dropped).',
  labelNames: ['queue', 'result'],
});

const jobSeconds = histogram<'queue'>({
  name: 'dakiya_job_seconds',
  help: 'Duration of a job in seconds.',
  labelNames: ['queue'],
});

type Result = 'done' | 'again' | 'failed';

/** Creates the job metrics of a queue, starting every result at 0. */
function jobMetricsFor(queue: string) {
  for (const result of ['done', 'again', 'failed']) jobs.inc({ queue, result }, 0);
  return {
    /** @param began `performance.now()` at the start of the job */
    count(result: Result, began: number): void {
      jobs.inc({ queue, result });
      jobSeconds.observe({ queue }, (performance.now() - began) / 1_000);
    },
  };
}
