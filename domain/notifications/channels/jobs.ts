import { z } from 'zod';
import type { JobContract } from '#platform/queue.server.ts';

const payload = z.object({
  notificationId: z.string(),
  /** Whose it is and where it goes, so that it is known without asking the database whether there is a slot for it. */
  userId: z.string(),
  channel: z.enum(['sms', 'slack']),
});

export type NotificationPayload = z.output<typeof payload>;

/** Sends one notification by SMS or to Slack. */
export const sendNotificationJob: JobContract<NotificationPayload> = {
  queue: 'notifications',
  name: 'send-notification',
  payload,
  jobId: ({ notificationId }) => notificationId,
};
