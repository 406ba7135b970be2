import { Redis } from 'ioredis';
import { redisSettings } from '#platform/redis.ts';

/** Empties the Redis database of this test file. */
export async function flushRedis(): Promise<void> {
  const redis = new Redis(redisSettings.REDIS_URL);
  await redis.flushdb();
  redis.disconnect();
}

/**
 * Resets the login delays, so that a web server does not delay the next five attempts by up to four seconds each. Counts of
 * wrong passwords and all other limits remain, because they are stored elsewhere.
 */
export async function forgetLoginDelays(): Promise<void> {
  const redis = new Redis(redisSettings.REDIS_URL);
  const keys = await redis.keys('attempts:login:*');
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}
