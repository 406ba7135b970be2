import { Redis } from 'ioredis';
import { redisSettings } from '#platform/redis.server.ts';

/** Empties the Redis database of this test file. */
export async function flushRedis(): Promise<void> {
  const redis = new Redis(redisSettings.REDIS_URL);
  await redis.flushdb();
  redis.disconnect();
}
