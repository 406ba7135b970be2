import { sendSms } from '#domain/messaging/sms-notifications/send-sms.server.ts';
import { deliverNotification } from '#domain/notifications/channels/deliver-notification.server.ts';
import type { NotificationPayload } from '#domain/notifications/channels/jobs.ts';
import type { JobResult } from '../create-job-worker.ts';
import { writeContent } from '../emails.ts';

export async function sendNotification(payload: NotificationPayload): Promise<JobResult> {
  return await deliverNotification(payload, { writeContent, sendSms });
}
