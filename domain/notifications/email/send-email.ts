import { clock } from '#platform/clock.browser.ts';
import { logger } from '#platform/logger.ts';
import { type SmtpResult, sendViaSmtp } from '#platform/mailer.ts';
import type { WriteContent } from './contract.ts';
import { type ClaimedEmail, claimEmail, recordEmailAttempt } from './email-attempt.ts';
import { emailRetryDelayMs } from './email-retry-delay.ts';
import { renderEmail } from './render-email.ts';

/**
 * Renders an email and sends it over SMTP. An email to an unknown address, or one that no longer
 * applies, is not rendered and counts as sent.
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
  // Without the reason, which may quote the address; it is stored in the row.
  logger.warn({ mailId, kind, attempts, retryInMs: delayMs }, 'email rejected by the SMTP server');
  if (delayMs === null) {
    await recordEmailAttempt(email, { state: 'failed', reason });
    return undefined;
  }
  await recordEmailAttempt(email, { state: 'queued', reason, dueAt: new Date(now + delayMs) });
  return { retryInMs: delayMs };
}
