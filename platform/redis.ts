import { once } from 'node:events';
import { Cluster, Redis } from 'ioredis';
import { perInstance } from './instance.ts';
import { logger } from './logger.ts';
import { waitAtMost } from './promises.ts';
import { defineSettings, textFor } from './settings.ts';
import { onShutdown } from './shutdown.ts';

/** The initial nodes of a Redis Cluster; all nodes share user, password and TLS. */
type RedisCluster = {
  nodes: { host: string; port: number }[];
  username?: string;
  password?: string;
  tls: boolean;
};

const schemes = ['redis:', 'rediss:'];

/**
 * Parses the `REDIS_URL` of a cluster, which has two or more comma-separated addresses.
 *
 * @returns the initial nodes; null if the URL is the address of a single server
 * @throws Error with the reason if the URL is invalid
 */
export function redisNodes(url: string): RedisCluster | null {
  if (!url.includes(',')) return null;
  const addresses = url.split(',').map((address) => parse(address.trim()));
  const [first] = addresses as [URL];
  if (addresses.some((one) => toAccessKey(one) !== toAccessKey(first))) {
    throw new Error('the nodes of a cluster must have the same scheme, user and password');
  }
  return {
    nodes: addresses.map(({ hostname, port }) => ({
      // Sockets expect an IPv6 address without brackets.
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 6379),
    })),
    ...(first.username && { username: decodeURIComponent(first.username) }),
    ...(first.password && { password: decodeURIComponent(first.password) }),
    tls: first.protocol === 'rediss:',
  };
}

function parse(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url?.hostname || !schemes.includes(url.protocol)) {
    throw new Error('each node of a cluster must be redis:// or rediss://, a host and a port');
  }
  if (!['', '/', '/0'].includes(url.pathname)) {
    throw new Error('a cluster has no numbered databases: leave the path out');
  }
  return url;
}

const toAccessKey = ({ protocol, username, password }: URL) =>
  JSON.stringify([protocol, username, password]);

export const redisSettings = defineSettings({
  REDIS_URL: textFor(redisNodes).default('redis://127.0.0.1:6379'),
});

/**
 * - `commands`: while Redis is down, each command fails within about half a second. For callers that can work without Redis
 * - `jobs`: while Redis is down, commands wait. BullMQ's workers require this (https://docs.bullmq.io/guide/connections)
 */
type Use = 'commands' | 'jobs';

/** Timeout of a command while a caller waits, in milliseconds. */
const commandTimeout = 500;

/**
 * If a connection with waiting commands receives nothing for this time, in milliseconds, it is replaced, and commands fail
 * immediately until the new one is open. Otherwise a hanging Redis would delay each caller by several timeouts.
 */
const socketTimeout = 1_000;

const retryDelayMs = (times: number) => Math.min(100 * times, 1_000);

/**
 * Opens a connection to a Redis server or cluster that reconnects automatically.
 *
 * @param url by default `REDIS_URL`
 */
export function openRedis(use: Use, url = redisSettings.REDIS_URL): Redis | Cluster {
  const cluster = redisNodes(url);
  const redis = cluster ? openCluster(cluster, use) : openServer(url, use);
  if (use === 'commands') connecting().push(once(redis, 'ready').catch(() => undefined));
  let isDown = false;
  redis.on('error', (error) => {
    if (!isDown) logger.warn({ error, use }, 'Redis connection lost');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) logger.info({ use }, 'Redis is back');
    isDown = false;
  });
  onShutdown(`redis (${use})`, async () => redis.disconnect());
  return redis;
}

function openServer(url: string, use: Use): Redis {
  return new Redis(url, {
    retryStrategy: retryDelayMs,
    reconnectOnError: createReconnect(),
    // Commands of one event loop iteration are sent in one write.
    enableAutoPipelining: true,
    ...(use === 'commands'
      ? { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout, socketTimeout }
      : { maxRetriesPerRequest: null }),
  });
}

/**
 * Decides whether to reconnect after an error. After a failover, the open connection still leads to the old server, which is
 * now a replica and rejects writes with READONLY, although the address may belong to the new master. The connection is then
 * reopened, at most every five seconds.
 */
function createReconnect(): (error: Error) => boolean {
  let nextAt = 0;
  return (error) => {
    if (!error.message.startsWith('READONLY') || performance.now() < nextAt) return false;
    nextAt = performance.now() + 5_000;
    return true;
  };
}

/**
 * Opens a cluster. Auto-pipelining is off, because with it, ioredis makes commands wait for a node's first response, whereas
 * commands to a single server fail immediately.
 */
function openCluster({ nodes, tls, ...access }: RedisCluster, use: Use): Cluster {
  return new Cluster(nodes, {
    clusterRetryStrategy: retryDelayMs,
    // Finds a failed node's new master even without traffic to its keys.
    slotsRefreshInterval: 5_000,
    // While the cluster is down, each command fails. A ready check would close the connection instead, and the promise with
    // which BullMQ reconnects would then never settle, so the queue would stop permanently.
    enableReadyCheck: false,
    // Host names are not resolved here, because a certificate is valid for the host name and not for the IP address.
    ...(tls && { dnsLookup: (name, found) => found(null, name) }),
    redisOptions: {
      ...access,
      ...(tls && { tls: {} }),
      ...(use === 'commands' ? { commandTimeout } : { maxRetriesPerRequest: null }),
    },
    // To find a key's node, commands try four times, 100 ms apart, and fail immediately if the cluster is down. For jobs,
    // ioredis keeps its default of sixteen tries: BullMQ loses a command that is tried for longer than BullMQ waits.
    ...(use === 'commands' && {
      enableOfflineQueue: false,
      maxRedirections: 4,
      retryDelayOnClusterDown: 0,
    }),
  });
}

/**
 * Promises of the connections for commands. Each promise resolves when its connection is ready, or has failed for the
 * first time.
 */
const connecting = perInstance((): Promise<unknown>[] => []);

/**
 * Waits at most `limitMs` milliseconds until the connections for commands are ready. Before that, each command fails, so
 * this process would count limits alone.
 */
export const waitForRedis = (limitMs: number): Promise<void> =>
  waitAtMost(limitMs, Promise.all(connecting()));
