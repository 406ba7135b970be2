import { sendEmail } from '#domain/notifications/email/send-email.server.ts';
import type { JobResult } from '../create-job-worker.ts';
import { writeContent } from '../emails.ts';

export async function sendEmailHandler({ mailId }: { mailId: string }): Promise<JobResult> {
  return await sendEmail(mailId, writeContent);
}
