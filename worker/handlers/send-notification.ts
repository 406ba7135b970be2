import { deliverNotification } from '#domain/notifications/deliver-notification.server.ts';
import type { NotificationPayload } from '#domain/notifications/jobs.ts';
import type { JobResult } from '../run-jobs.ts';

/** Sends the notification that a job names. */
export async function sendNotification(payload: NotificationPayload): Promise<JobResult> {
  return await deliverNotification(payload);
}
