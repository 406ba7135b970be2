import { Cluster, Redis } from 'ioredis';
import { z } from 'zod';
import { logger } from './logger.ts';
import { type RedisCluster, redisNodes } from './redis-nodes.ts';
import { defineSettings } from './settings.ts';
import { onShutdown } from './shutdown.ts';

/**
 * - `commands` fails within half a second or so while Redis is away, for callers who can do without it
 * - `jobs` waits, as BullMQ's workers must (https://docs.bullmq.io/guide/connections)
 */
type Use = 'commands' | 'jobs';

const url = z.string().superRefine((text, context) => {
  try {
    redisNodes(text);
  } catch (error) {
    context.addIssue((error as Error).message);
  }
});

export const redisSettings = defineSettings({
  REDIS_URL: url.default('redis://127.0.0.1:6379'),
});

/** What a server that does not answer is waited for, where somebody waits for us. */
const commandTimeout = 500;

const longerAndLonger = (times: number) => Math.min(100 * times, 1_000);

/**
 * Opens a connection to Redis, or to a cluster of it, that comes back by itself.
 *
 * @param url as `REDIS_URL`, which it is unless told
 */
export function openRedis(use: Use, url = redisSettings.REDIS_URL): Redis | Cluster {
  const cluster = redisNodes(url);
  const redis = cluster ? openCluster(cluster, use) : openServer(url, use);
  let away = false;
  redis.on('error', (error) => {
    if (!away) logger.warn({ error, use }, 'Redis connection lost');
    away = true;
  });
  redis.on('ready', () => {
    if (away) logger.info({ use }, 'Redis is back');
    away = false;
  });
  onShutdown(`redis (${use})`, async () => redis.disconnect());
  return redis;
}

function openServer(url: string, use: Use): Redis {
  return new Redis(url, {
    retryStrategy: longerAndLonger,
    // What is asked in one turn of the event loop goes in one write.
    enableAutoPipelining: true,
    ...(use === 'commands'
      ? { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout }
      : { maxRetriesPerRequest: null }),
  });
}

/**
 * A cluster's commands are not gathered: ioredis would let them wait for the first answer of a node,
 * where those of one server fail at once.
 */
function openCluster({ nodes, tls, ...access }: RedisCluster, use: Use): Cluster {
  return new Cluster(nodes, {
    clusterRetryStrategy: longerAndLonger,
    // Who took over from a node that is gone is found out also while nobody asks for its keys.
    slotsRefreshInterval: 5_000,
    // A cluster that is down says so at each command. Checked at the connection, it would break it, and the
    // promise by which BullMQ connects again would never settle: the queue would stand still for good.
    enableReadyCheck: false,
    // A certificate is good for a name and not for what the name resolves to.
    ...(tls && { dnsLookup: (name, found) => found(null, name) }),
    redisOptions: {
      ...access,
      ...(tls && { tls: {} }),
      ...(use === 'commands' ? { commandTimeout } : { maxRetriesPerRequest: null }),
    },
    // Four tries, 100 ms apart, to find who has the key now; a cluster that is down says so. For jobs it stays
    // at ioredis's sixteen: a command that is tried for longer than BullMQ waits for it is lost to both.
    ...(use === 'commands' && {
      enableOfflineQueue: false,
      maxRedirections: 4,
      retryDelayOnClusterDown: 0,
    }),
  });
}
