import type { Cluster, Redis } from 'ioredis';
import { openedAtStart } from '../instance.ts';
import { openRedis } from '../redis.ts';

/** A request for tokens of a rate that several processes share. */
export type TokenRequest = {
  /** Identifies the rate. */
  key: string;
  /** Tokens per second for all processes together. */
  perSecond: number;
  /** Maximum number of unused tokens that accumulate. */
  burst: number;
  /** Maximum number of tokens to take; 0 only checks that Redis responds. */
  want: number;
  /** Number of tokens to leave for more urgent requests. */
  keep: number;
  processes: number;
  /** Whether to halve the rate because the carrier throttled us. It recovers within half a minute. */
  cut: boolean;
};

/** The number of tokens taken, and, if fewer than requested, the milliseconds until the next one. */
export type TokenGrant = { granted: number; waitMs: number };

/** Takes tokens of a rate. @throws while Redis is down */
export type TakeTokens = (request: TokenRequest) => Promise<TokenGrant>;

/**
 * A Lua script: a token bucket by Redis' clock. After a second without requests, or if Redis has lost the key, it grants
 * only one process's share of a second, because other processes may not know yet that Redis is back, and may still use their
 * shares locally.
 */
const script = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local rate, burst, want, keep = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local processes = tonumber(ARGV[5])
  local saved = redis.call('HMGET', KEYS[1], 'tokens', 'at', 'current', 'full')
  local tokens, at = tonumber(saved[1]), tonumber(saved[2])
  local current, full = tonumber(saved[3]) or rate, tonumber(saved[4]) or 0
  if not at then
    tokens, at = processes > 1 and 0 or burst, now
    full = processes > 1 and now + 1000 or 0
  elseif now - at > 1000 and processes > 1 then
    full = now + 1000
  end
  local elapsed = math.max(0, now - at)
  current = math.min(rate, current + elapsed / 30000 * rate)
  if ARGV[6] == '1' then current = math.max(math.min(1, rate), rate / 16, current / 2) end
  local effective = now < full and math.min(current, rate / processes) or current
  tokens = math.min(burst, tokens + elapsed / 1000 * effective)
  local granted = math.max(0, math.min(want, math.floor(tokens - keep)))
  tokens = tokens - granted
  redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now, 'current', current, 'full', full)
  redis.call('PEXPIRE', KEYS[1], 60000)
  local wait = 0
  if granted < want then wait = math.ceil(math.max(0, keep + 1 - tokens) / effective * 1000) end
  return { granted, wait }`;

type WithCommand = (Redis | Cluster) & {
  takeTokens: (key: string, ...values: number[]) => Promise<[number, number]>;
};

const withCommand = openedAtStart(() => {
  const redis = openRedis('commands') as WithCommand;
  redis.defineCommand('takeTokens', { numberOfKeys: 1, lua: script });
  return redis;
});

/** Takes tokens of a rate that several processes share. @throws while Redis is down */
export const takeTokens: TakeTokens = async (request) => {
  const { key, perSecond, burst, want, keep, processes, cut } = request;
  const values = [perSecond, burst, want, keep, processes, cut ? 1 : 0];
  const [granted, waitMs] = await withCommand().takeTokens(`shared-rate:${key}`, ...values);
  return { granted, waitMs };
};
