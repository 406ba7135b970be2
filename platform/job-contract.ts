import type { z } from 'zod';

/** A job's contract: its queue, its payload, and the id that makes it unique in the queue. */
export type JobContract<Payload, Queue extends string = string> = {
  queue: Queue;
  name: string;
  payload: z.ZodType<Payload>;
  /** Not all digits, and without `:`, as BullMQ requires. */
  jobId: (payload: Payload) => string;
};

/** Defines a job, and keeps the queue's name in its type, from which a process lists the queues of its jobs. */
export const defineJob = <Payload, const Queue extends string>(job: JobContract<Payload, Queue>) =>
  job;

/** Repeated tasks by their name in the log. Each returns how many rows it handled. */
export type Tasks = Record<string, () => Promise<number>>;

/**
 * The repeated tasks of a group: `often`, every few seconds, for rows whose job is missing or whose deadline has passed;
 * `rarely`, for tasks that scan more rows and may be delayed by a minute.
 */
export type ScheduledTasks = { often: Tasks; rarely: Tasks };
