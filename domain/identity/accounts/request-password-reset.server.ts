import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';

/**
 * Asks for a letter with a link to a new password. Whether anybody has this address is found out by the
 * worker, so that nobody can tell it from here.
 */
export async function requestPasswordReset(email: string): Promise<void> {
  await enqueueEmail('reset_password', email);
}
