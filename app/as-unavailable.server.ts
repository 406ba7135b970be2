import { DomainError } from '#domain/shared/errors.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';

/** Value of `Retry-After`, in seconds. */
export const retryAfterSeconds = 2;

/**
 * Turns an error that the database threw while it is unavailable into `unavailable`, and returns any other
 * error unchanged.
 */
export function asUnavailable(error: unknown): unknown {
  if (!isDatabaseUnavailable(error)) return error;
  logger.warn({ error }, 'PostgreSQL unavailable');
  return new DomainError('unavailable', { retryAfterSeconds, cause: error });
}
