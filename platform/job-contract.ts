import type { z } from 'zod';

/** A job's contract: its queue, its payload, and the id that makes it unique in the queue. */
export type JobContract<Payload, Queue extends string = string> = {
  queue: Queue;
  name: string;
  payload: z.ZodType<Payload>;
  /** Creates the id. BullMQ requires that the id does not consist of digits only and contains no `:`. */
  jobId: (payload: Payload) => string;
};

/**
 * Defines a job. The type of the result contains the name of the queue, so that a process can list the queues of its jobs.
 */
export const defineJob = <Payload, const Queue extends string>(job: JobContract<Payload, Queue>) =>
  job;

/** Repeated tasks, by their name in the log. Each task returns the number of rows that it handled. */
export type Tasks = Record<string, () => Promise<number>>;

/**
 * The repeated tasks of a group. Tasks in `often` run every few seconds, for rows whose job is missing or whose deadline has
 * passed. Tasks in `rarely` scan more rows, and can wait for a minute.
 */
export type ScheduledTasks = { often: Tasks; rarely: Tasks };
