import { requireWithinLimit } from '#domain/shared/require-within-limit.ts';
import { createRateLimiter } from '#platform/rate-limit.ts';
import { maxPerHour } from '../contract.browser.ts';

type Kind = keyof typeof maxPerHour;

const limiterOf = (kind: Kind) =>
  createRateLimiter(`webhook-${kind}`, { points: maxPerHour[kind], seconds: 3_600 });

const limiters: Record<Kind, ReturnType<typeof createRateLimiter>> = {
  tests: limiterOf('tests'),
  replays: limiterOf('replays'),
  recoveries: limiterOf('recoveries'),
  listens: limiterOf('listens'),
};

const what: Record<Kind, string> = {
  tests: 'test events',
  replays: 'replays of single events',
  recoveries: 'replays of a span',
  listens: 'starts of listening',
};

/**
 * Counts what an account asks for.
 *
 * @throws DomainError `rate_limited`
 */
export async function consumeWebhookLimit(userId: string, kind: Kind): Promise<void> {
  const most = maxPerHour[kind].toLocaleString('en');
  requireWithinLimit(await limiters[kind].consume(userId), {
    message: `An account has ${most} ${what[kind]} in an hour. Please wait.`,
  });
}
