import { deliverNotification } from '#domain/channels/deliver-notification.server.ts';
import type { NotificationPayload } from '#domain/channels/jobs.ts';
import { sendSms } from '#domain/sms-notifications/send-sms.server.ts';
import { writeContent } from '../emails.ts';
import type { JobResult } from '../run-jobs.ts';

/** Sends the notification that a job names. */
export async function sendNotification(payload: NotificationPayload): Promise<JobResult> {
  return await deliverNotification(payload, { writeContent, sendSms });
}
