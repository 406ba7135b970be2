import { clock } from '#platform/clock.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { prisma, query } from '#platform/db.ts';
import { smtpTimeoutMs } from '#platform/mailer.ts';
import { counter } from '#platform/metrics/instruments.ts';
import { retry } from '#platform/retry.ts';
import type { EmailKind, EmailRequest } from './contract.ts';

/** An email that this worker has claimed for sending. */
export type ClaimedEmail = EmailRequest & {
  id: string;
  kind: EmailKind;
  /** Attempts so far, this one included. */
  attempts: number;
  leaseUntil: Date;
};

/** Twice the SMTP timeout, so that a running worker never counts as dead. */
const leaseMs = 2 * smtpTimeoutMs;

/** The conditional update moves the row from `queued` to `sending`, so only one worker gets it. */
const statement = `
  UPDATE emails SET state = 'sending', attempts = attempts + 1, lease_until = $2
  WHERE id = $1 AND state = 'queued'
  RETURNING id, kind, email, about, is_last_of_day AS "isLastOfDay", attempts, created_at AS "createdAt",
    lease_until AS "leaseUntil"`;

/** Claims a queued email for this worker. @returns null if it is not queued any more */
export async function claimEmail(id: string): Promise<ClaimedEmail | null> {
  const leaseUntil = new Date(clock.now().getTime() + leaseMs);
  const [mail] = await query<ClaimedEmail>('claim-email', statement, [id, leaseUntil]);
  return mail ?? null;
}

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

const emails = counter<'result'>({
  name: 'dakiya_emails_total',
  help: 'Attempts to send an email, by result: sent, queued (rejected temporarily, retried) or failed.',
  labelNames: ['result'],
});

for (const result of ['sent', 'queued', 'failed']) emails.inc({ result }, 0);

/** Counts an attempt by the resulting state of the email. */
const countEmailAttempt = (result: 'sent' | 'queued' | 'failed') => emails.inc({ result });
