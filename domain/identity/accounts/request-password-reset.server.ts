import { requestMail } from '#domain/notifications/mail/request-mail.server.ts';

/**
 * Asks for a letter with a link to a new password. Whether anybody has this address is found out by the
 * worker, so that nobody can tell it from here.
 */
export async function requestPasswordReset(email: string): Promise<void> {
  await requestMail('reset_password', email);
}
