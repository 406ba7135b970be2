import { clock } from '#platform/clock.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { prisma } from '#platform/db.server.ts';
import { retry } from '#platform/retry.ts';
import type { ClaimedEmail } from './claim-email.server.ts';
import { countEmailAttempt } from './email-metrics.server.ts';

/** The outcome of an attempt. */
export type EmailAttemptResult =
  | { state: 'sent' }
  | { state: 'failed'; reason: string }
  | { state: 'queued'; reason: string; dueAt: Date };

/**
 * Records the outcome of an email, if its claim is still valid. Retries until the lease ends while
 * PostgreSQL is unavailable, so that a sent email is not sent again.
 */
export async function recordEmailAttempt(
  email: ClaimedEmail,
  result: EmailAttemptResult,
): Promise<void> {
  const now = clock.now();
  const { id, leaseUntil } = email;
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
