import { randomUUID } from 'node:crypto';
import { Cluster, ReplyError } from 'ioredis';
import { product } from '#product.ts';
import { openedAtStart } from './instance.ts';
import { logger } from './logger.ts';
import { gauge } from './metrics/instruments.ts';
import { openRedis } from './redis.ts';
import { onShutdown } from './shutdown.ts';

const redis = openedAtStart(() => openRedis('commands'));

/** How often a test write is sent to Redis, in milliseconds. */
const everyMs = 1_000;

/** How long the first check waits for the connection, in milliseconds. */
const connectMs = 2_000;

/** Minimum interval between two log lines about a lasting problem, in milliseconds. */
const logEveryMs = 60_000;

const key = `${product.slug}:can-write`;

type Listener = (problem: string | null) => void;

/** The state of Redis as this instance knows it. */
const health = openedAtStart(() => {
  const found = {
    listeners: new Set<Listener>(),
    /** Why Redis does not accept writes; null while Redis accepts writes, and until the first check. */
    problem: null as string | null,
    loggedAt: Number.NEGATIVE_INFINITY,
    /** A key that this instance has written to Redis, and when. If the key is missing, Redis was emptied. */
    marker: `${product.slug}:marker:${randomUUID()}`,
    markedAt: Number.NEGATIVE_INFINITY,
    /** Why the connection was lost; null while connected. */
    lost: null as string | null,
  };
  redis().on('error', ({ message }: Error) => {
    found.lost = message;
  });
  redis().on('ready', () => {
    found.lost = null;
  });
  return found;
});

/**
 * Sends a write to Redis. A PING is not enough: with a full disk (MISCONF), without free memory (OOM) or as a replica
 * (READONLY), Redis still serves reads but rejects every job.
 *
 * @throws the error of Redis, or an error if Redis does not answer
 */
export async function writeToRedis(): Promise<void> {
  await redis().set(key, '1', 'PX', 60_000);
}

/** The memory of Redis. In a cluster, the sum over its masters. */
export type RedisState = {
  /** The release, such as `7.2.4`. */
  version: string;
  usedBytes: number;
  /** The limit of the memory; 0 if there is none. */
  maxBytes: number;
  /** Keys that Redis deleted since its start because its memory was full. Each may have been a job or a limit. */
  evictedKeys: number;
};

/** Reads the memory of Redis; null if Redis does not answer. */
export async function readRedisState(): Promise<RedisState | null> {
  const connection = redis();
  const masters = connection instanceof Cluster ? connection.nodes('master') : [connection];
  try {
    const infos = await Promise.all(masters.map((one) => one.info()));
    const sum = (name: string) =>
      infos.reduce((all, info) => all + Number(readField(info, name) ?? 0), 0);
    return {
      version: readField(infos[0] ?? '', 'redis_version') ?? '',
      usedBytes: sum('used_memory'),
      maxBytes: sum('maxmemory'),
      evictedKeys: sum('evicted_keys'),
    };
  } catch (error) {
    logger.debug({ error }, 'the state of Redis could not be read');
    return null;
  }
}

/** Reads a field of the reply to INFO, whose lines are `name:value`. */
const readField = (info: string, name: string) =>
  new RegExp(`^${name}:([^\\r\\n]*)`, 'm').exec(info)?.[1];

const markerMs = 60_000;

/**
 * Whether Redis was emptied since the last check, by a command or by a restart that lost its data. Each check also writes
 * the marker for the next one.
 *
 * @throws the same errors as `writeToRedis`
 */
async function wasEmptied(): Promise<boolean> {
  const own = health();
  const before = await redis().set(own.marker, '1', 'PX', markerMs, 'GET');
  const isGone = performance.now() - own.markedAt < markerMs && before === null;
  own.markedAt = performance.now();
  return isGone;
}

/**
 * Calls `listener` when Redis stops accepting writes, accepts writes again, or was emptied, because jobs may be lost in each
 * case.
 *
 * @returns a function that ends the callbacks
 */
export function onRedisChange(listener: Listener): () => void {
  const { listeners } = health();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Checks every second whether Redis accepts writes, until the instance ends, and reports it in a metric. */
export function watchRedis(): void {
  gauge({
    name: 'dakiya_redis_degraded',
    help: '1 while Redis does not accept writes and workers poll PostgreSQL for work; otherwise 0.',
    aggregator: 'max',
    collect: (metric) => metric.set(health().problem === null ? 0 : 1),
  });
  let isEnding = false;
  let timer: NodeJS.Timeout | undefined;
  onShutdown('watch of Redis', async () => {
    isEnding = true;
    clearTimeout(timer);
  });
  const look = async () => {
    try {
      const isEmptied = await wasEmptied();
      found(null);
      if (isEmptied) emptied();
    } catch (error) {
      found(describe(error as Error));
    }
    if (!isEnding) timer = setTimeout(() => void look(), everyMs).unref();
  };
  // The first check waits for the connection, because a connection that is still being opened is not a problem.
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    void look();
  };
  if (redis().status === 'ready') begin();
  else {
    redis().once('ready', begin);
    setTimeout(begin, connectMs).unref();
  }
}

function emptied(): void {
  logger.warn('Redis was emptied; workers look for work in PostgreSQL for a while');
  for (const listener of health().listeners) listener(null);
}

function found(now: string | null): void {
  const own = health();
  const before = own.problem;
  own.problem = now;
  if (now !== null && performance.now() - own.loggedAt > logEveryMs) {
    own.loggedAt = performance.now();
    logger.error(
      { redis: now },
      'Redis cannot be written to; workers look for work in PostgreSQL until Redis accepts writes',
    );
  }
  if ((before === null) === (now === null)) return;
  if (now === null) {
    own.loggedAt = Number.NEGATIVE_INFINITY;
    logger.info('Redis can be written to again');
  }
  for (const listener of own.listeners) listener(now);
}

/** Describes an error by its first 160 characters, which contain the cause. The rest may be long. */
function describe(error: Error): string {
  const cause =
    error instanceof ReplyError ? error.message : `no answer: ${health().lost ?? error.message}`;
  return cause.slice(0, 160);
}
