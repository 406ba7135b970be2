import type { EmailKind, EmailRequest } from '#domain/notifications/mail/contract.ts';
import { renderEmail as layOut } from '#domain/notifications/mail/render-email.server.ts';
import { writeContent } from '#worker/emails.ts';

/** Writes an email as the worker does; null if there is nobody to write to, or nothing to tell. */
export const writeLetter = (kind: EmailKind, asked: EmailRequest) =>
  layOut(writeContent, kind, asked);
