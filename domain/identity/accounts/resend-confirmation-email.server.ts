import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import { createRateLimiter } from '#platform/rate-limit.server.ts';

/** An address may be anybody's until it is confirmed, and nobody's mailbox is to be filled from here. */
const letters = createRateLimiter('confirmation', { points: 5, seconds: 3_600 });

/**
 * Takes one of the letters that a user may have sent to addresses that are not confirmed.
 *
 * @throws DomainError `rate_limited`
 */
export async function consumeConfirmationEmailLimit(userId: string): Promise<void> {
  const { allowed, resetSeconds } = await letters.take(userId);
  if (!allowed) throw new DomainError('rate_limited', { retryAfterSeconds: resetSeconds });
}

/**
 * Asks for the letter with the link that confirms the address, again. Nothing is done if it is confirmed.
 *
 * @throws DomainError `rate_limited` after five within an hour, `not_found`
 */
export async function resendConfirmationEmail(userId: string): Promise<void> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    select: { email: true, emailConfirmedAt: true },
  });
  if (!user) throw new DomainError('not_found');
  if (user.emailConfirmedAt) return;
  await consumeConfirmationEmailLimit(userId);
  await enqueueEmail('welcome', user.email);
}
