import { enqueue } from '#platform/queue.server.ts';
import type { EmailKind } from './contract.ts';
import { sendEmailJob } from './jobs.ts';
import { emailKinds } from './kinds.ts';

/** Behind the jobs without a priority, however long those wait (BullMQ). */
const afterUrgent = 1;

/** Enqueues mails whose rows are committed; urgent ones are sent before all others. */
export async function enqueueEmails(mails: { id: string; kind: EmailKind }[]): Promise<void> {
  const payloads = (isUrgent: boolean) =>
    mails
      .filter(({ kind }) => (emailKinds[kind].isUrgent ?? false) === isUrgent)
      .map(({ id }) => ({ mailId: id }));
  await enqueue(sendEmailJob, payloads(true));
  await enqueue(sendEmailJob, payloads(false), { priority: afterUrgent });
}
