import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { createRateLimiter } from '#platform/rate-limit.server.ts';

/** Decoding a picture is the most expensive operation of all forms. */
const uploads = createRateLimiter('pictures', { points: 20, seconds: 600 });

/**
 * Consumes one avatar upload of a user's limit.
 *
 * @throws DomainError `rate_limited` at `picture`, after 20 within ten minutes
 */
export async function consumeAvatarUploadLimit(userId: string): Promise<void> {
  requireWithinLimit(await uploads.consume(userId), {
    message: 'You have changed your picture too often. Please wait ten minutes.',
    param: 'picture',
  });
}
