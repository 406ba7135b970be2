import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { nudge } from '#platform/queue.server.ts';
import type { MailKind } from './contract.ts';
import { sendMailJob } from './jobs.ts';

/**
 * Asks for a letter. The worker writes it, if there is an account with this address.
 *
 * @param email as it was given
 */
export async function requestMail(kind: MailKind, email: string): Promise<void> {
  const now = clock.now();
  const id = newId('mail', now.getTime());
  await prisma.mail.create({ data: { id, kind, email, createdAt: now, dueAt: now } });
  void nudge(sendMailJob, [{ mailId: id }]);
}
