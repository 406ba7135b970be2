import { Redis } from 'ioredis';
import { redisSettings } from '#platform/redis.ts';

/** Empties the Redis database of this test file. */
export async function flushRedis(): Promise<void> {
  const redis = new Redis(redisSettings.REDIS_URL);
  await redis.flushdb();
  redis.disconnect();
}

/**
 * Forgets how many passwords were tried, so that a web does not hold the next five attempts back, which takes up to four
 * seconds each. How many were wrong is counted elsewhere, as are all other limits.
 */
export async function forgetLoginDelays(): Promise<void> {
  const redis = new Redis(redisSettings.REDIS_URL);
  const keys = await redis.keys('attempts:login:*');
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}
