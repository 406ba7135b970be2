import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { prisma } from '#platform/db.server.ts';
import { createRateLimiter } from '#platform/rate-limit.server.ts';
import { limitAuthAttempt, type Origin } from './limit-auth-attempts.server.ts';

/** An unconfirmed address may be anybody's; the limit keeps a user from flooding it. */
const confirmationEmails = createRateLimiter('confirmation', { points: 5, seconds: 3_600 });

/**
 * Consumes one email to unconfirmed addresses of a user's limit.
 *
 * @throws DomainError `rate_limited`
 */
export async function consumeConfirmationEmailLimit(userId: string): Promise<void> {
  requireWithinLimit(await confirmationEmails.consume(userId));
}

/**
 * Enqueues the confirmation email again. Does nothing if the address is confirmed.
 *
 * @throws DomainError `rate_limited` after five within an hour, `not_found`
 */
export async function resendConfirmationEmail(userId: string, origin: Origin = {}): Promise<void> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: { email: true, emailConfirmedAt: true },
  });
  if (!user) throw new DomainError('not_found');
  await limitAuthAttempt('forgot', origin, user.email);
  if (user.emailConfirmedAt) return;
  await consumeConfirmationEmailLimit(userId);
  await enqueueEmail('welcome', user.email);
}
