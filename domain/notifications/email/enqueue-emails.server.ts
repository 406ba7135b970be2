import { enqueue } from '#platform/queue.server.ts';
import type { EmailKind } from './contract.ts';
import { sendEmailJob } from './jobs.ts';
import { emailKinds } from './kinds.ts';

/** BullMQ runs jobs without a priority first. */
const afterUrgent = 1;

/** Enqueues emails whose rows are committed; urgent ones are sent before all others. */
export async function enqueueEmails(emails: { id: string; kind: EmailKind }[]): Promise<void> {
  const payloads = (isUrgent: boolean) =>
    emails
      .filter(({ kind }) => (emailKinds[kind].isUrgent ?? false) === isUrgent)
      .map(({ id }) => ({ mailId: id }));
  await enqueue(sendEmailJob, payloads(true));
  await enqueue(sendEmailJob, payloads(false), { priority: afterUrgent });
}
