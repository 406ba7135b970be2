import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { createRateLimiter, type RateLimitResult } from '#platform/rate-limit.ts';
import { apiSettings } from '../settings.server.ts';

const limits = {
  calls: createRateLimiter('calls', { points: apiSettings.RATE_LIMIT_PER_SECOND, seconds: 1 }),
  /** For callers who turned the usual limit off. */
  hard: createRateLimiter('hard', { points: apiSettings.RATE_LIMIT_HARD_PER_SECOND, seconds: 1 }),
  failures: createRateLimiter('failures', {
    points: apiSettings.FAILED_AUTH_PER_MINUTE,
    seconds: 60,
  }),
  leakReports: createRateLimiter('leak-reports', {
    points: apiSettings.LEAK_REPORTS_PER_MINUTE,
    seconds: 60,
  }),
};

/**
 * Consumes one call of a rate limit.
 *
 * @param key an API ID, user id or address
 * @param headers receive the state of the limit, as in draft-ietf-httpapi-ratelimit-headers
 * @throws DomainError `rate_limited`, with the seconds to wait
 */
export async function consumeRateLimit(
  limit: keyof typeof limits,
  key: string,
  headers: Headers,
): Promise<void> {
  const result = await limits[limit].consume(key);
  setHeaders(headers, result);
  requireWithinLimit(result);
}

function setHeaders(headers: Headers, { limit, remaining, resetSeconds }: RateLimitResult): void {
  headers.set('ratelimit-limit', String(limit));
  headers.set('ratelimit-remaining', String(remaining));
  headers.set('ratelimit-reset', String(resetSeconds));
}
