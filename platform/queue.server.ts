import { Queue } from 'bullmq';
import type { z } from 'zod';
import { logger } from './logger.ts';
import { openRedis } from './redis.server.ts';
import { onShutdown } from './shutdown.ts';

/** The queues of all jobs. */
export const queueNames = [
  'otp',
  'messages',
  'otp-expiry',
  'mail',
  'notifications',
  'payments',
  'schedules',
] as const;

export type QueueName = (typeof queueNames)[number];

/** A job's contract: where it waits, what it carries, and the id under which it waits only once. */
export type JobContract<Payload> = {
  queue: QueueName;
  name: string;
  payload: z.ZodType<Payload>;
  /** Not all digits, and without `:`, as BullMQ wants it. */
  jobId: (payload: Payload) => string;
};

/** Jobs that are added in one round trip. */
const chunk = 100;

const redis = openRedis('commands');
const queues = new Map<QueueName, Queue>();
onShutdown('queues', () => Promise.all([...queues.values()].map((queue) => queue.close())));
let outageNoted = false;

/** Options that the sending and the working side of a queue must share. */
export function queuePrefix(name: QueueName): string {
  // The braces are a hash tag: in a Redis Cluster all keys of one queue lie in one slot.
  return `{dakiya-${name}}`;
}

/** The sending side of a queue. */
export function openQueue(name: QueueName): Queue {
  const known = queues.get(name);
  if (known) return known;
  const made = new Queue(name, {
    connection: redis,
    prefix: queuePrefix(name),
    // BullMQ would ask for it once, and a queue whose question was not answered would never work. Its workers,
    // which wait for the answer, do ask.
    skipVersionCheck: true,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  made.on('error', (error) => logger.debug({ error, queue: name }, 'queue connection'));
  queues.set(name, made);
  return made;
}

/**
 * Tells the worker that rows wait for it. The row is the truth and the job only a nudge: while
 * Redis is away nothing is added, and the worker's sweep finds the rows later.
 *
 * @param delayMs how long the jobs wait before they are worked on
 * @param priority 1 or more: they wait behind all jobs with a lower number, and behind those without one, which is 0
 */
export async function enqueue<Payload extends object>(
  job: JobContract<Payload>,
  payloads: Payload[],
  { delayMs = 0, priority = 0 } = {},
): Promise<void> {
  try {
    if (redis.status !== 'ready') throw new Error(`Redis is ${redis.status}`);
    for (let from = 0; from < payloads.length; from += chunk) {
      await openQueue(job.queue).addBulk(
        payloads.slice(from, from + chunk).map((data) => ({
          name: job.name,
          data,
          opts: { jobId: job.jobId(data), delay: delayMs, priority },
        })),
      );
    }
    outageNoted = false;
  } catch (error) {
    // Once an outage: at thousands of messages a second each line would hide the others.
    if (!outageNoted)
      logger.warn({ error, job: job.name }, 'could not enqueue job; the reconciler will retry');
    outageNoted = true;
  }
}

/** Asks Redis for nothing. @throws while it is away */
export async function pingRedis(): Promise<void> {
  await redis.ping();
}

/** How many jobs of a queue are in each state. Those with a priority wait as the others do. */
export async function countJobs(name: QueueName): Promise<Record<string, number>> {
  const states = ['waiting', 'prioritized', 'active', 'delayed'] as const;
  const { waiting = 0, prioritized = 0, ...others } = await openQueue(name).getJobCounts(...states);
  return { waiting: waiting + prioritized, ...others };
}

/** Jobs of a queue that wait, are delayed or are worked on. */
export function countWaitingJobs(name: QueueName): Promise<number> {
  return openQueue(name).getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized');
}
