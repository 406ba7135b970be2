import { randomUUID } from 'node:crypto';
import { ReplyError } from 'ioredis';
import { product } from '#product.ts';
import { logger } from './logger.ts';
import { gauge } from './metrics/instruments.ts';
import { openRedis } from './redis.ts';
import { onShutdown } from './shutdown.ts';

/** How often Redis is asked to write something, in milliseconds. */
const everyMs = 1_000;

/** How long the first connection may take. */
const connectMs = 2_000;

/** How often the cause is logged while it lasts. */
const logEveryMs = 60_000;

const key = `${product.slug}:can-write`;
const redis = openRedis('commands');

type Listener = (problem: string | null) => void;

const listeners = new Set<Listener>();
/** Null while Redis writes; until the first look it is taken to. */
let problem: string | null = null;
let loggedAt = Number.NEGATIVE_INFINITY;

/**
 * Asks Redis to write. One that only answers is of no use: with a full disk (MISCONF), without memory (OOM) or as the replica
 * of another (READONLY) it reads on, and refuses every job.
 *
 * @throws what Redis answers, or that it does not
 */
export async function writeToRedis(): Promise<void> {
  await redis.set(key, '1', 'PX', 60_000);
}

/** A key of this process, which is gone once Redis was emptied, and when it was last written. */
const marker = `${product.slug}:marker:${randomUUID()}`;
const markerMs = 60_000;
let markedAt = Number.NEGATIVE_INFINITY;

/**
 * Whether Redis was emptied since the last look: by a command, or because it came back without what it had. Writes, too.
 *
 * @throws as `writeToRedis`
 */
async function wasEmptied(): Promise<boolean> {
  const before = await redis.set(marker, '1', 'PX', markerMs, 'GET');
  const isGone = performance.now() - markedAt < markerMs && before === null;
  markedAt = performance.now();
  return isGone;
}

/**
 * Calls back when Redis cannot be written to any more, and when it can again, or was emptied: jobs may be lost then.
 *
 * @returns ends that
 */
export function onRedisChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Looks every second whether Redis writes, until the process ends. */
export function watchRedis(): void {
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
  // A connection that is being made is no problem yet.
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    void look();
  };
  if (redis.status === 'ready') begin();
  else {
    redis.once('ready', begin);
    setTimeout(begin, connectMs).unref();
  }
}

function emptied(): void {
  logger.warn('Redis was emptied: work is looked for in PostgreSQL for a while');
  for (const listener of listeners) listener(null);
}

function found(now: string | null): void {
  const before = problem;
  problem = now;
  if (now !== null && performance.now() - loggedAt > logEveryMs) {
    loggedAt = performance.now();
    logger.error(
      { redis: now },
      'Redis cannot be written to: work is looked for in PostgreSQL until it can',
    );
  }
  if ((before === null) === (now === null)) return;
  if (now === null) {
    loggedAt = Number.NEGATIVE_INFINITY;
    logger.info('Redis can be written to again');
  }
  for (const listener of listeners) listener(now);
}

/** Why the connection is lost; null while there is one. */
let lost: string | null = null;
redis.on('error', ({ message }: Error) => {
  lost = message;
});
redis.on('ready', () => {
  lost = null;
});

/** The first words name the cause, and what follows may be long. */
function describe(error: Error): string {
  const cause = error instanceof ReplyError ? error.message : `no answer: ${lost ?? error.message}`;
  return cause.slice(0, 160);
}

gauge({
  name: 'dakiya_redis_degraded',
  help: '1 while Redis cannot be written to, and work is looked for in PostgreSQL, else 0.',
  collect: (metric) => metric.set(problem === null ? 0 : 1),
});
