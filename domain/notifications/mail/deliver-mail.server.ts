import { clock } from '#platform/clock.ts';
import { logger } from '#platform/logger.ts';
import { type LetterOutcome, sendLetter } from '#platform/mailer.server.ts';
import { type ClaimedMail, claimMail } from './claim-mail.server.ts';
import type { WriteContent } from './contract.ts';
import { recordMail } from './record-mail.server.ts';
import { retryGap } from './retry-gap.ts';
import { writeLetter } from './write-letter.server.ts';

/**
 * Writes a letter and hands it in at the mail server. A letter to an address that we do not know,
 * or about what is over, is not written, and counts as sent.
 *
 * @param writeContent knows the text of every kind
 * @returns when to come again, in milliseconds, if the letter was refused for now
 */
export async function deliverMail(
  mailId: string,
  writeContent: WriteContent,
): Promise<{ againMs: number } | undefined> {
  const mail = await claimMail(mailId);
  if (!mail) return undefined;
  const letter = await writeLetter(writeContent, mail.kind, mail);
  const outcome: LetterOutcome = letter ? await sendLetter(letter) : { kind: 'taken' };
  if (outcome.kind === 'refused') return await refused(mail, outcome);
  await recordMail(mail, { state: 'sent' });
  return undefined;
}

async function refused(
  mail: ClaimedMail,
  { passes, reason }: LetterOutcome & { kind: 'refused' },
): Promise<{ againMs: number } | undefined> {
  const { id: mailId, kind, attempts } = mail;
  const now = clock.now().getTime();
  const gap = passes ? retryGap(attempts, now - mail.createdAt.getTime()) : null;
  // Without the reason, which may quote the address; it stands in the row.
  logger.warn({ mailId, kind, attempts, againMs: gap }, 'a letter was refused');
  if (gap === null) {
    await recordMail(mail, { state: 'failed', reason });
    return undefined;
  }
  await recordMail(mail, { state: 'queued', reason, dueAt: new Date(now + gap) });
  return { againMs: gap };
}
