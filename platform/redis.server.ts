import { Redis } from 'ioredis';
import { env } from './env.ts';
import { logger } from './logger.ts';
import { onShutdown } from './shutdown.ts';

/**
 * Opens a connection to Redis that comes back by itself.
 *
 * @param use `commands` fails at once while Redis is away, for callers who can do without it;
 *   `jobs` waits, as BullMQ's workers must (https://docs.bullmq.io/guide/connections)
 */
export function openRedis(use: 'commands' | 'jobs'): Redis {
  const redis = new Redis(env.REDIS_URL, {
    retryStrategy: (times) => Math.min(100 * times, 1_000),
    // What is asked in one turn of the event loop goes in one write.
    enableAutoPipelining: true,
    ...(use === 'commands'
      ? {
          enableOfflineQueue: false,
          maxRetriesPerRequest: 0,
          commandTimeout: 500,
        }
      : { maxRetriesPerRequest: null }),
  });
  let away = false;
  redis.on('error', (error) => {
    if (!away) logger.warn({ error, use }, 'Redis is away');
    away = true;
  });
  redis.on('ready', () => {
    if (away) logger.info({ use }, 'Redis is back');
    away = false;
  });
  onShutdown(`redis (${use})`, async () => redis.disconnect());
  return redis;
}
