import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { processWide } from './process-wide.ts';
import { openRedis } from './redis.server.ts';

const redis = processWide('rate-limit-redis', () => openRedis('commands'));

/** More than anybody gets to in one window: these are counted, never refused. */
const points = 1_000_000_000;

/**
 * Counts attempts for each key, for so many seconds from the first one on; in Redis for all
 * processes together, and by each for itself while Redis is away.
 */
export function createAttempts(name: string, { seconds }: { seconds: number }) {
  const counter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `attempts:${name}`,
    points,
    duration: seconds,
    insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
  });
  return {
    /** Counts one more. @returns how many there are now, this one too: no two get the same number */
    count: async (key: string): Promise<number> => (await counter.consume(key)).consumedPoints,
    /** Takes one back that was counted and then turned out to be no failure. */
    giveBack: async (key: string): Promise<void> => {
      await counter.reward(key);
    },
    /** Begins again from none. */
    forget: async (key: string): Promise<void> => {
      await counter.delete(key);
    },
  };
}
