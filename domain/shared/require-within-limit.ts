import type { RateLimitResult } from '#platform/limits/rate-limit.ts';
import { DomainError } from './errors.browser.ts';

/** As much of a rate limit's result as decides whether an action may happen. */
export type LimitState = Pick<RateLimitResult, 'allowed' | 'resetSeconds'>;

/**
 * Rejects an action whose limit is reached.
 *
 * @param details a more specific message, and the form field that shows it
 * @throws DomainError `rate_limited`, with the seconds to wait
 */
export function requireWithinLimit(
  { allowed, resetSeconds }: LimitState,
  details: { message?: string; param?: string } = {},
): void {
  if (!allowed)
    throw new DomainError('rate_limited', { ...details, retryAfterSeconds: resetSeconds });
}
