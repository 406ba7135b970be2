import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

/**
 * Sends one email. Do not rename `mailId` or the queue: Redis may still hold jobs that the previous release has stored under
 * these names.
 */
export const sendEmailJob = defineJob({
  queue: 'mail',
  name: 'send-email',
  payload: z.object({ mailId: z.string() }),
  jobId: ({ mailId }) => mailId,
});

const payload = z.object({
  notificationId: z.string(),
  /** The user and the channel, so that the worker can check for a free slot without a query. */
  userId: z.string(),
  channel: z.enum(['sms', 'slack']),
});

export type NotificationPayload = z.output<typeof payload>;

/** Sends one notification by SMS or to Slack. */
export const sendNotificationJob = defineJob({
  queue: 'notifications',
  name: 'send-notification',
  payload,
  jobId: ({ notificationId }) => notificationId,
});
