import type { AskedLetter, MailKind } from '#domain/notifications/mail/contract.ts';
import { writeLetter as layOut } from '#domain/notifications/mail/write-letter.server.ts';
import { writeContent } from '#worker/emails.ts';

/** Writes an email as the worker does; null if there is nobody to write to, or nothing to tell. */
export const writeLetter = (kind: MailKind, asked: AskedLetter) =>
  layOut(writeContent, kind, asked);
