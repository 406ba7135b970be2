import { DomainError } from '#domain/shared/errors.ts';
import { createRateLimit } from '#platform/rate-limit.server.ts';

/** Messages that a user may have posted by hand: each may take ten seconds of a web's connection. */
const perHour = createRateLimit('slack-tries', { points: 20, seconds: 3_600 });

/** Counts one. @throws DomainError `rate_limited` */
export async function limitTries(userId: string): Promise<void> {
  const { allowed, resetSeconds } = await perHour.take(userId);
  if (allowed) return;
  throw new DomainError('rate_limited', {
    message: 'Too many messages were sent to Slack by hand. Please try again in an hour.',
    retryAfterSeconds: resetSeconds,
  });
}
