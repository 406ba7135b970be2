import { DomainError } from '#domain/shared/errors.ts';
import { createRateLimiter } from '#platform/rate-limit.server.ts';

/** Decoding is the most costly thing that a form can ask for. */
const pictures = createRateLimiter('pictures', { points: 20, seconds: 600 });

/**
 * Takes one of the pictures that a user may send.
 *
 * @throws DomainError `rate_limited` at `picture`, after twenty within ten minutes
 */
export async function consumeAvatarUploadLimit(userId: string): Promise<void> {
  const { allowed, resetSeconds } = await pictures.take(userId);
  if (allowed) return;
  throw new DomainError('rate_limited', {
    message: 'You have changed your picture too often. Please wait ten minutes.',
    param: 'picture',
    retryAfterSeconds: resetSeconds,
  });
}
