import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

const payload = z.object({
  notificationId: z.string(),
  /** User and channel, so that the slot can be checked without a query. */
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
