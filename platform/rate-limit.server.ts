import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createBatch } from './batch.ts';
import { logger } from './logger.ts';
import { openRedis } from './redis.server.ts';

/** What one taking from a limit came to. */
export type RateLimitResult = {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the limit is whole again; at least 1. */
  resetSeconds: number;
};

const redis = openRedis('commands');

/** A limit for each key. */
export type RateLimiter = {
  /** Takes one. */
  take: (key: string) => Promise<RateLimitResult>;
  /** Gives back one that was taken for what was not done after all. Nothing waits for it. */
  giveBack: (key: string) => void;
};

/**
 * A limit of so many in so many seconds for each key, counted in Redis for all processes together,
 * and by each for itself while Redis is away.
 *
 * Those who take from one key at the same time are counted in one round trip, in their order.
 */
export function createRateLimiter(
  name: string,
  { points, seconds }: { points: number; seconds: number },
): RateLimiter {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `rl:${name}`,
    points,
    duration: seconds,
    insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
  });

  /** Counts `count` more for a key. @returns how many were counted by then, and for how long */
  async function countMore(key: string, count: number): Promise<RateLimiterRes> {
    try {
      return await limiter.consume(key, count);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    }
  }

  async function flush(keys: string[]): Promise<RateLimitResult[]> {
    const counts = new Map<string, number>();
    const places = keys.map((key) => {
      const place = (counts.get(key) ?? 0) + 1;
      counts.set(key, place);
      return place;
    });
    const entries = await Promise.all(
      [...counts].map(async ([key, count]) => [key, await countMore(key, count)] as const),
    );
    const states = new Map(entries);
    return keys.map((key, i) => toTaken(states.get(key), counts.get(key), places[i]));
  }

  /** What the one at `place` of `count` came to, when `state` is after all of them. */
  function toTaken(state: RateLimiterRes | undefined, count = 0, place = 0): RateLimitResult {
    if (!state) throw new Error('every key that was taken from was counted');
    const used = state.consumedPoints - count + place;
    return {
      allowed: used <= points,
      limit: points,
      remaining: Math.max(0, points - used),
      resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1_000)),
    };
  }

  return {
    take: createBatch(flush, { max: 1_000 }),
    giveBack: (key) => {
      limiter.reward(key).catch((error) => logger.warn({ error, limit: name }, 'not given back'));
    },
  };
}

/** More than anybody gets to in one window: these are counted, never refused. */
const beyondReach = 1_000_000_000;

/**
 * Counts attempts for each key, for so many seconds from the first one on; in Redis for all
 * processes together, and by each for itself while Redis is away.
 */
export function createAttemptCounter(name: string, { seconds }: { seconds: number }) {
  const counter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `attempts:${name}`,
    points: beyondReach,
    duration: seconds,
    insuranceLimiter: new RateLimiterMemory({ points: beyondReach, duration: seconds }),
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
