import { clock } from '#platform/clock.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { prisma } from '#platform/db.server.ts';
import { retry } from '#platform/retry.ts';
import type { ClaimedEmail } from './claim-email.server.ts';
import { countEmailAttempt } from './email-metrics.server.ts';

/** What became of a try. */
export type EmailAttemptResult =
  | { state: 'sent' }
  | { state: 'failed'; reason: string }
  | { state: 'queued'; reason: string; dueAt: Date };

/**
 * Writes down what became of a letter, if the claim on it still holds. While PostgreSQL is away
 * that is tried as long as the lease lasts, so that a letter which went out does not go out again.
 */
export async function recordEmailAttempt(
  mail: ClaimedEmail,
  result: EmailAttemptResult,
): Promise<void> {
  const now = clock.now();
  const { id, leaseUntil } = mail;
  countEmailAttempt(result.state);
  await retry(
    () =>
      prisma.email.updateMany({
        where: { id, state: 'sending', leaseUntil },
        data: { ...result, leaseUntil: null, ...(result.state === 'sent' && { sentAt: now }) },
      }),
    { while: isDatabaseUnavailable, forMs: leaseUntil.getTime() - now.getTime(), everyMs: 500 },
  );
}
