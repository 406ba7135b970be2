import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { createBatch } from '../batch.ts';
import { ofInstance, openedAtStart } from '../instance.ts';
import { logger } from '../logger.ts';
import { openRedis } from '../redis.ts';

const redis = openedAtStart(() => openRedis('commands'));

/** The result of consuming one point. */
export type RateLimitResult = {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the limit is full again; at least 1. */
  resetSeconds: number;
};

/** A rate limit, counted per key. */
export type RateLimiter = {
  consume: (key: string) => Promise<RateLimitResult>;
  /** Refunds, in the background, a point that was consumed for an action that did not happen. */
  refund: (key: string) => void;
};

/**
 * Allows `points` calls per `seconds` seconds for each key. All processes share the counts in Redis. While Redis is down,
 * each process counts alone. Parallel calls for one key are counted in one round trip, in order.
 *
 * @param points the maximum number of calls, or a function that reads it from the settings
 */
export const createRateLimiter = (
  name: string,
  { points, seconds }: { points: number | (() => number); seconds: number },
): RateLimiter =>
  ofInstance(() => openRateLimiter(name, typeof points === 'number' ? points : points(), seconds));

function openRateLimiter(name: string, points: number, seconds: number): RateLimiter {
  const limiter = new RateLimiterRedis({
    storeClient: redis(),
    keyPrefix: `rl:${name}`,
    points,
    duration: seconds,
    insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
  });

  /** Adds `count` to the points that a key has used. @returns the total, and when it expires */
  async function addPoints(key: string, count: number): Promise<RateLimiterRes> {
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
      [...counts].map(async ([key, count]) => [key, await addPoints(key, count)] as const),
    );
    const states = new Map(entries);
    return keys.map((key, i) => toResult(states.get(key), counts.get(key), places[i]));
  }

  /** Computes the result of call number `place` of `count` calls. `state` is the state after all of them. */
  function toResult(state: RateLimiterRes | undefined, count = 0, place = 0): RateLimitResult {
    if (!state) throw new Error('a consumed key was not counted');
    const used = state.consumedPoints - count + place;
    return {
      allowed: used <= points,
      limit: points,
      remaining: Math.max(0, points - used),
      resetSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1_000)),
    };
  }

  return {
    consume: createBatch(flush, { max: 1_000 }),
    refund: (key) => {
      limiter
        .reward(key)
        .catch((error) =>
          logger.warn({ error, limit: name }, 'could not undo a count towards a rate limit'),
        );
    },
  };
}

/** More points than any key can use, because this limiter only counts and must never reject an attempt. */
const unreachablePoints = 1_000_000_000;

/**
 * Counts a key's attempts within `seconds` seconds of the first one. All processes share the counts in Redis. While Redis is
 * down, each process counts alone.
 */
export const createAttemptCounter = (name: string, { seconds }: { seconds: number }) =>
  ofInstance(() => openAttemptCounter(name, seconds));

function openAttemptCounter(name: string, seconds: number) {
  const counter = new RateLimiterRedis({
    storeClient: redis(),
    keyPrefix: `attempts:${name}`,
    points: unreachablePoints,
    duration: seconds,
    insuranceLimiter: new RateLimiterMemory({ points: unreachablePoints, duration: seconds }),
  });
  return {
    /** Counts an attempt. @returns the new total, which is different for each caller */
    count: async (key: string): Promise<number> => (await counter.consume(key)).consumedPoints,
    /** Subtracts an attempt that was not a failure from the count. */
    refund: async (key: string): Promise<void> => {
      await counter.reward(key);
    },
    /** Resets the count. */
    forget: async (key: string): Promise<void> => {
      await counter.delete(key);
    },
  };
}
