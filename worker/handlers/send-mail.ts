import { deliverMail } from '#domain/notifications/mail/deliver-mail.server.ts';
import { writeContent } from '../emails.ts';
import type { JobResult } from '../run-jobs.ts';

/** Writes and hands in the letter that a job names. */
export async function sendMail({ mailId }: { mailId: string }): Promise<JobResult> {
  return await deliverMail(mailId, writeContent);
}
