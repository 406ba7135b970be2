import type { Worker } from 'bullmq';
import { z } from 'zod';
import { reconcileOrderJob } from '#domain/billing/jobs.ts';
import { runImportJob } from '#domain/dlt/jobs.ts';
import {
  deliverMessagesJob,
  deliverOtpsJob,
  deliverTestMessagesJob,
  eraseRecipientJob,
  expireOtpJob,
  runExportJob,
} from '#domain/messaging/jobs.ts';
import { sendEmailJob, sendNotificationJob } from '#domain/notifications/jobs.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { postEventsJob, recoverEventsJob } from '#domain/webhooks/jobs.ts';
import { defineJob } from '#platform/job-contract.ts';

export const reconcilePayload = z.object({ due: z.enum(['often', 'rarely']) });

export type ReconcilePayload = z.output<typeof reconcilePayload>;

/** Runs the reconcile tasks that are due. One worker runs them for all workers. */
export const reconcileJob = defineJob({
  queue: 'schedules',
  name: 'reconcile',
  payload: reconcilePayload,
  // These ids must not change: they identify the schedulers in Redis, which repeat until removed. With new ids, the old
  // schedulers would keep running too, so every task would run twice. If this release removed them, workers of the previous
  // release would restore them. The name `due` must not change either, because those workers parse it from the schedulers'
  // data.
  jobId: ({ due }) => (due === 'often' ? 'sweep' : 'sweep-rarely'),
});

const jobs = [
  deliverOtpsJob,
  deliverMessagesJob,
  expireOtpJob,
  sendEmailJob,
  sendNotificationJob,
  reconcileOrderJob,
  reconcileJob,
  runImportJob,
  runExportJob,
  eraseRecipientJob,
  postEventsJob,
  recoverEventsJob,
  deliverTestMessagesJob,
];

export type QueueName = (typeof jobs)[number]['queue'];

export const queueNames = jobs.map(({ queue }) => queue);

// Each job needs its own queue, because a queue's worker runs only one kind of job and would misread another kind's payload.
invariant(new Set(queueNames).size === jobs.length, 'two jobs have the same queue');

/** The result of a handler: undefined if the job is done, or the delay after which the same job runs again. */
export type JobResult = { retryInMs: number } | undefined;

/** A queue that this worker reads. */
export type OwnQueue = {
  name: string;
  worker: Worker;
  concurrency: number;
  handle: (payload: unknown) => Promise<JobResult>;
};
