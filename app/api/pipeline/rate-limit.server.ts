import { DomainError } from '#domain/shared/errors.ts';
import { createRateLimiter, type RateLimitResult } from '#platform/rate-limit.server.ts';
import { apiSettings } from '../settings.server.ts';

const limits = {
  calls: createRateLimiter('calls', { points: apiSettings.RATE_LIMIT_PER_SECOND, seconds: 1 }),
  /** For who turned the usual limit off. */
  hard: createRateLimiter('hard', { points: apiSettings.RATE_LIMIT_HARD_PER_SECOND, seconds: 1 }),
  failures: createRateLimiter('failures', {
    points: apiSettings.FAILED_AUTH_PER_MINUTE,
    seconds: 60,
  }),
};

/**
 * Takes one from a limit.
 *
 * @param key who is limited: an API ID, or an address
 * @param headers set to the state of the limit, as draft-ietf-httpapi-ratelimit-headers has it
 * @throws DomainError `rate_limited`, with the seconds to wait
 */
export async function consumeRateLimit(
  limit: keyof typeof limits,
  key: string,
  headers: Headers,
): Promise<void> {
  const taken = await limits[limit].consume(key);
  setHeaders(headers, taken);
  if (!taken.allowed)
    throw new DomainError('rate_limited', { retryAfterSeconds: taken.resetSeconds });
}

function setHeaders(headers: Headers, { limit, remaining, resetSeconds }: RateLimitResult): void {
  headers.set('ratelimit-limit', String(limit));
  headers.set('ratelimit-remaining', String(remaining));
  headers.set('ratelimit-reset', String(resetSeconds));
}
