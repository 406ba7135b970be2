import type { EmailKind, EmailRequest } from '#domain/notifications/email/contract.ts';
import { renderEmail as layOut } from '#domain/notifications/email/send-email.ts';
import { writeContent } from '#worker/emails.ts';

/** Renders an email as the worker does; null if it has no recipient or no longer applies. */
export const renderQueuedEmail = (kind: EmailKind, asked: EmailRequest) =>
  layOut(writeContent, kind, asked);
