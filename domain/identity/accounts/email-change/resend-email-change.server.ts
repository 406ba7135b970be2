import { requestMail } from '#domain/notifications/mail/request-mail.server.ts';
import { takeConfirmationLetter } from '../request-confirmation.server.ts';
import { pendingEmailChange } from './pending-email-change.server.ts';

/**
 * Mails the link that confirms a new address again. The one before is void.
 *
 * @returns the address, or null if no change is under way
 * @throws DomainError `rate_limited` after five within an hour
 */
export async function resendEmailChange(userId: string): Promise<string | null> {
  const change = await pendingEmailChange(userId);
  if (!change) return null;
  await takeConfirmationLetter(userId);
  await requestMail('email_change_link', change.newEmail, undefined, change.id);
  return change.newEmail;
}
