import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';

/**
 * Enqueues a password reset email. The worker looks the address up, so that the request does not
 * reveal whether an account has it.
 */
export async function requestPasswordReset(email: string): Promise<void> {
  await enqueueEmail('reset_password', email);
}
