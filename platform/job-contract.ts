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

/** Work that is repeated, by the name that the log has for it. Each returns how many rows it handled. */
export type Tasks = Record<string, () => Promise<number>>;

/**
 * What a part of the product has repeated: `often`, a few seconds apart, rows whose job is missing or whose deadline has
 * passed; `rarely`, what scans more rows, and where a delay of a minute goes unnoticed.
 */
export type ScheduledTasks = { often: Tasks; rarely: Tasks };
