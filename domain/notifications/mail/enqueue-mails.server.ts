import { nudge } from '#platform/queue.server.ts';
import type { EmailKind } from './contract.ts';
import { sendEmailJob } from './jobs.ts';
import { mailKinds } from './kinds.ts';

/** Behind the jobs without a priority, however long those wait (BullMQ). */
const afterUrgent = 1;

/** Enqueues mails whose rows are committed; urgent ones are sent before all others. */
export async function enqueueMails(mails: { id: string; kind: EmailKind }[]): Promise<void> {
  const payloads = (isUrgent: boolean) =>
    mails
      .filter(({ kind }) => (mailKinds[kind].isUrgent ?? false) === isUrgent)
      .map(({ id }) => ({ mailId: id }));
  await nudge(sendEmailJob, payloads(true));
  await nudge(sendEmailJob, payloads(false), { priority: afterUrgent });
}
