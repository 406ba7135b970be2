import { Redis } from 'ioredis';
import { env } from '#platform/env.ts';

/** Empties the Redis database of this test file. */
export async function flushRedis(): Promise<void> {
  const redis = new Redis(env.REDIS_URL);
  await redis.flushdb();
  redis.disconnect();
}
