import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '#domain/shared/errors.ts';
import { env } from '#platform/env.ts';
import { processWide } from '#platform/process-wide.ts';
import { openRedis } from '#platform/redis.server.ts';

const redis = processWide('rate-limit-redis', () => openRedis('commands'));

/** Counted in Redis for all processes together; by each for itself while Redis is away. */
function createLimiter(keyPrefix: string, points: number, duration: number) {
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix,
    points,
    duration,
    insuranceLimiter: new RateLimiterMemory({ points, duration }),
  });
}

const limiters = {
  calls: { limiter: createLimiter('rl:calls', env.RATE_LIMIT_PER_SECOND, 1), seconds: 1 },
  failures: { limiter: createLimiter('rl:failures', env.FAILED_AUTH_PER_MINUTE, 60), seconds: 60 },
};

export type RateLimit = keyof typeof limiters;

/**
 * Takes one from a limit.
 *
 * @param key who is limited: an API ID, or an address
 * @param headers set to the state of the limit, as draft-ietf-httpapi-ratelimit-headers has it
 * @throws DomainError `rate_limited`, with the seconds to wait
 */
export async function takeFromLimit(limit: RateLimit, key: string, headers: Headers) {
  const { limiter, seconds } = limiters[limit];
  try {
    setHeaders(headers, limiter.points, await limiter.consume(key), seconds);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    setHeaders(headers, limiter.points, refused, seconds);
    throw new DomainError('rate_limited', {
      retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)),
    });
  }
}

function setHeaders(headers: Headers, limit: number, state: RateLimiterRes, seconds: number) {
  headers.set('ratelimit-limit', String(limit));
  headers.set('ratelimit-remaining', String(state.remainingPoints));
  headers.set('ratelimit-reset', String(Math.ceil(state.msBeforeNext / 1_000) || seconds));
}
