import { deliverNotification } from '#domain/notifications/deliver-notification.server.ts';
import type { JobResult } from '../run-jobs.ts';

/** Sends the notification that a job names. */
export async function sendNotification({
  notificationId,
}: {
  notificationId: string;
}): Promise<JobResult> {
  return await deliverNotification(notificationId);
}
