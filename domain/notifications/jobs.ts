import { z } from 'zod';
import type { JobContract } from '#platform/queue.server.ts';

type Payload = { notificationId: string };

/** Sends one notification by SMS or to Slack. */
export const sendNotificationJob: JobContract<Payload> = {
  queue: 'notifications',
  name: 'send-notification',
  payload: z.object({ notificationId: z.string() }),
  jobId: ({ notificationId }) => notificationId,
};
