import { DomainError } from '#domain/shared/errors.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';

/** When it is worth trying again, in seconds. */
export const retryAfterSeconds = 2;

/** The error as callers and visitors are told it: `unavailable` for what the database threw while it is away. */
export function asUnavailable(error: unknown): unknown {
  if (!isDatabaseUnavailable(error)) return error;
  logger.warn({ error }, 'PostgreSQL unavailable');
  return new DomainError('unavailable', { retryAfterSeconds, cause: error });
}
