import type { EmailKind, EmailRequest } from '#domain/notifications/email/contract.ts';
import { renderEmail as layOut } from '#domain/notifications/email/send-email.ts';
import { writeContent } from '#worker/emails.ts';

/** Writes an email as the worker does; null if there is nobody to write to, or nothing to tell. */
export const renderQueuedEmail = (kind: EmailKind, asked: EmailRequest) =>
  layOut(writeContent, kind, asked);
