import { clock } from '#platform/clock.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { prisma, query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { type SmtpResult, sendViaSmtp, smtpTimeoutMs } from '#platform/mailer.ts';
import { counter } from '#platform/metrics/instruments.ts';
import { retry } from '#platform/promises.ts';
import { serverSettings } from '#platform/server-settings.ts';
import type { EmailKind, EmailRequest, RenderedEmail, WriteContent } from './contract.ts';
import { emailRetryDelayMs } from './email-retry-delay.ts';
import { supportSettings } from './settings.ts';
import { renderEmailLayout } from './templates/render-email-layout.ts';

type ClaimedEmail = EmailRequest & {
  id: string;
  kind: EmailKind;
  /** The number of attempts so far, including the current one. */
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

/** Claims a queued email for this worker. @returns null if it is no longer queued */
async function claimEmail(id: string): Promise<ClaimedEmail | null> {
  const leaseUntil = new Date(clock.now().getTime() + leaseMs);
  const [mail] = await query<ClaimedEmail>('claim-email', statement, [id, leaseUntil]);
  return mail ?? null;
}

/** The outcome of an attempt. */
type EmailAttemptResult =
  | { state: 'sent' }
  | { state: 'failed'; reason: string }
  | { state: 'queued'; reason: string; dueAt: Date };

/**
 * Records the outcome of an email, if its claim is still valid. Retries until the lease ends while
 * PostgreSQL is unavailable, so that a sent email is not sent again.
 */
async function recordEmailAttempt(email: ClaimedEmail, result: EmailAttemptResult): Promise<void> {
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
  from0: ['sent', 'queued', 'failed'].map((result) => ({ result })),
});

const countEmailAttempt = (result: 'sent' | 'queued' | 'failed') => emails.inc({ result });

const lastOfDayNotice =
  'This is the last email of this kind that we send to this address within 24 hours.';

/** Renders an email. @returns null if there is no recipient, or the email no longer applies */
export async function renderEmail(
  writeContent: WriteContent,
  kind: EmailKind,
  request: EmailRequest,
): Promise<RenderedEmail | null> {
  const written = await writeContent(kind, request);
  if (!written) return null;
  const { to, content } = written;
  const afterwards = [
    ...(content.afterwards ?? []),
    ...(request.isLastOfDay ? [lastOfDayNotice] : []),
  ];
  const sender = { site: serverSettings.PUBLIC_URL, support: supportSettings.SUPPORT_EMAIL };
  return { to, ...renderEmailLayout({ ...content, afterwards }, sender) };
}

/**
 * Renders an email and sends it over SMTP. An email to an unknown address, or an email that no
 * longer applies, is not rendered and counts as sent.
 *
 * @param writeContent loads the content of every kind
 * @returns the delay before the next attempt in milliseconds, if the email was rejected temporarily
 */
export async function sendEmail(
  mailId: string,
  writeContent: WriteContent,
): Promise<{ retryInMs: number } | undefined> {
  const email = await claimEmail(mailId);
  if (!email) return undefined;
  const rendered = await renderEmail(writeContent, email.kind, email);
  const outcome: SmtpResult = rendered ? await sendViaSmtp(rendered) : { kind: 'accepted' };
  if (outcome.kind === 'rejected') return await handleRejection(email, outcome);
  await recordEmailAttempt(email, { state: 'sent' });
  return undefined;
}

async function handleRejection(
  email: ClaimedEmail,
  { isTemporary, reason }: SmtpResult & { kind: 'rejected' },
): Promise<{ retryInMs: number } | undefined> {
  const { id: mailId, kind, attempts } = email;
  const now = clock.now().getTime();
  const delayMs = isTemporary ? emailRetryDelayMs(attempts, now - email.createdAt.getTime()) : null;
  // The log line omits the reason, which may quote the address. The row stores the reason.
  logger.warn({ mailId, kind, attempts, retryInMs: delayMs }, 'email rejected by the SMTP server');
  if (delayMs === null) {
    await recordEmailAttempt(email, { state: 'failed', reason });
    return undefined;
  }
  await recordEmailAttempt(email, { state: 'queued', reason, dueAt: new Date(now + delayMs) });
  return { retryInMs: delayMs };
}
