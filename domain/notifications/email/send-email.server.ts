import { clock } from '#platform/clock.ts';
import { logger } from '#platform/logger.ts';
import { type SmtpResult, sendViaSmtp } from '#platform/mailer.server.ts';
import { type ClaimedEmail, claimEmail } from './claim-email.server.ts';
import type { WriteContent } from './contract.ts';
import { emailRetryDelayMs } from './email-retry-delay.ts';
import { recordEmailAttempt } from './record-email-attempt.server.ts';
import { renderEmail } from './render-email.server.ts';

/**
 * Writes a letter and hands it in at the mail server. A letter to an address that we do not know,
 * or about what is over, is not written, and counts as sent.
 *
 * @param writeContent knows the text of every kind
 * @returns when to come again, in milliseconds, if the letter was refused for now
 */
export async function sendEmail(
  mailId: string,
  writeContent: WriteContent,
): Promise<{ againMs: number } | undefined> {
  const mail = await claimEmail(mailId);
  if (!mail) return undefined;
  const letter = await renderEmail(writeContent, mail.kind, mail);
  const outcome: SmtpResult = letter ? await sendViaSmtp(letter) : { kind: 'taken' };
  if (outcome.kind === 'refused') return await refused(mail, outcome);
  await recordEmailAttempt(mail, { state: 'sent' });
  return undefined;
}

async function refused(
  mail: ClaimedEmail,
  { passes, reason }: SmtpResult & { kind: 'refused' },
): Promise<{ againMs: number } | undefined> {
  const { id: mailId, kind, attempts } = mail;
  const now = clock.now().getTime();
  const gap = passes ? emailRetryDelayMs(attempts, now - mail.createdAt.getTime()) : null;
  // Without the reason, which may quote the address; it stands in the row.
  logger.warn({ mailId, kind, attempts, againMs: gap }, 'email rejected by the SMTP server');
  if (gap === null) {
    await recordEmailAttempt(mail, { state: 'failed', reason });
    return undefined;
  }
  await recordEmailAttempt(mail, { state: 'queued', reason, dueAt: new Date(now + gap) });
  return { againMs: gap };
}
