import { clock } from '#platform/clock.ts';
import { isDatabaseAway } from '#platform/database-errors.ts';
import { prisma } from '#platform/db.server.ts';
import { persist } from '#platform/persist.ts';
import type { ClaimedMail } from './claim-mail.server.ts';
import { countMail } from './count-mail.server.ts';

/** What became of a try. */
export type MailResult =
  | { state: 'sent' }
  | { state: 'failed'; reason: string }
  | { state: 'queued'; reason: string; dueAt: Date };

/**
 * Writes down what became of a letter, if the claim on it still holds. While PostgreSQL is away
 * that is tried as long as the lease lasts, so that a letter which went out does not go out again.
 */
export async function recordMail(mail: ClaimedMail, result: MailResult): Promise<void> {
  const now = clock.now();
  const { id, leaseUntil } = mail;
  countMail(result.state);
  await persist(
    () =>
      prisma.mail.updateMany({
        where: { id, state: 'sending', leaseUntil },
        data: { ...result, leaseUntil: null, ...(result.state === 'sent' && { sentAt: now }) },
      }),
    { while: isDatabaseAway, forMs: leaseUntil.getTime() - now.getTime(), everyMs: 500 },
  );
}
