import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { limitAuthAttempt, type Origin } from './limit-auth-attempts.server.ts';

/**
 * Enqueues a password reset email. The worker looks the address up, so that the request does not
 * reveal whether an account has it.
 *
 * @throws DomainError `rate_limited`
 */
export async function requestPasswordReset(email: string, origin: Origin = {}): Promise<void> {
  await limitAuthAttempt('forgot', origin, email);
  await enqueueEmail('reset_password', email);
}
