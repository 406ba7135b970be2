import type { z } from 'zod';

/** A job's contract: its queue, its payload, and the id that makes it unique in the queue. */
export type JobContract<Payload, Queue extends string = string> = {
  queue: Queue;
  name: string;
  payload: z.ZodType<Payload>;
  /** Not all digits, and without `:`, as BullMQ requires. */
  jobId: (payload: Payload) => string;
};

/** Checks a contract, and keeps the queue's name in its type: a host lists the queues of its jobs by it. */
export const defineJob = <Payload, const Queue extends string>(job: JobContract<Payload, Queue>) =>
  job;
