import type { RateLimitResult } from '#platform/limits/rate-limit.ts';
import { DomainError } from './errors.browser.ts';

/** The fields of a rate limit's result that decide whether an action is allowed. */
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
