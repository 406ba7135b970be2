import { Queue } from 'bullmq';
import { product } from '#product.ts';
import { openedAtStart, perInstance } from './instance.ts';
import type { JobContract } from './job-contract.ts';
import { logger } from './logger.ts';
import { openRedis } from './redis.ts';
import { onShutdown } from './shutdown.ts';

const redis = openedAtStart(() => openRedis('commands'));

/** Number of jobs that are added per round trip. */
const chunkSize = 100;

/** Runs a job in this process. @returns false if this process cannot run it */
type RunHere = (queue: string, jobId: string, payload: unknown) => boolean;

type Producing = {
  queues: Map<string, Queue>;
  isOutageLogged: boolean;
  runHere: { run: RunHere; canEnqueue: boolean } | null;
};

const producing = perInstance((): Producing => {
  const queues = new Map<string, Queue>();
  onShutdown('queues', () => Promise.all([...queues.values()].map((queue) => queue.close())));
  return { queues, isOutageLogged: false, runHere: null };
});

/**
 * Makes `enqueue` run jobs in this process instead of adding them to Redis. Call it with null when Redis accepts writes
 * again.
 *
 * @param canEnqueue whether delayed jobs, and jobs that `run` cannot run, are still added to Redis
 */
export function runJobsHere(run: RunHere | null, { canEnqueue = false } = {}): void {
  producing().runHere = run && { run, canEnqueue };
}

/** Returns the key prefix of a queue, which producers and workers must share. */
export function queuePrefix(name: string): string {
  // The braces are a hash tag, so that in a Redis Cluster all keys of one queue are in one slot.
  return `{${product.slug}-${name}}`;
}

/** Opens the producer side of a queue, once per instance. */
export function openQueue(name: string): Queue {
  const { queues } = producing();
  const known = queues.get(name);
  if (known) return known;
  const queue = new Queue(name, {
    connection: redis(),
    prefix: queuePrefix(name),
    // Without this, BullMQ would check Redis' version only once, and the queue would never work if that check failed.
    // BullMQ's workers still check the version, because they wait until Redis responds.
    skipVersionCheck: true,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  queue.on('error', (error) =>
    logger.debug({ error, queue: name }, 'the connection of a queue reported an error'),
  );
  queues.set(name, queue);
  return queue;
}

/**
 * Enqueues jobs for committed rows. The row is the source of truth, and the job is only a trigger. While Redis accepts no
 * writes, no jobs are added, and workers find the rows in PostgreSQL.
 *
 * @param delayMs delay in milliseconds before the jobs run
 * @param priority at least 1. Jobs with lower numbers run first. Jobs without a priority count as 0
 */
export async function enqueue<Payload extends object>(
  job: JobContract<Payload>,
  payloads: Payload[],
  { delayMs = 0, priority = 0 } = {},
): Promise<void> {
  const state = producing();
  const { runHere } = state;
  const runsHere = (one: Payload) =>
    delayMs === 0 && runHere?.run(job.queue, job.jobId(one), one) === true;
  const others = payloads.filter((one) => !runsHere(one));
  // The other jobs belong to other workers' queues, or are due later. If they cannot be added to Redis, the reconciler
  // finds their rows.
  if (others.length === 0 || runHere?.canEnqueue === false) return;
  try {
    if (redis().status !== 'ready') throw new Error(`Redis is ${redis().status}`);
    for (let from = 0; from < others.length; from += chunkSize) {
      await openQueue(job.queue).addBulk(
        others.slice(from, from + chunkSize).map((data) => ({
          name: job.name,
          data,
          opts: { jobId: job.jobId(data), delay: delayMs, priority },
        })),
      );
    }
    state.isOutageLogged = false;
  } catch (error) {
    // Logged only once per outage: with thousands of messages a second, these lines would hide all others.
    if (!state.isOutageLogged)
      logger.warn({ error, job: job.name }, 'could not enqueue job; the reconciler will retry');
    state.isOutageLogged = true;
  }
}

/** Counts the jobs of a queue by state. Prioritized jobs count as waiting. */
export async function countJobs(name: string): Promise<Record<string, number>> {
  const states = ['waiting', 'prioritized', 'active', 'delayed'] as const;
  const { waiting = 0, prioritized = 0, ...others } = await openQueue(name).getJobCounts(...states);
  return { waiting: waiting + prioritized, ...others };
}

/** Counts the waiting, delayed and running jobs of a queue. */
export function countWaitingJobs(name: string): Promise<number> {
  return openQueue(name).getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized');
}
