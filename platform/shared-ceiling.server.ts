import { createHash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import { createBatch } from './batch.ts';
import { clock } from './clock.ts';
import { logger } from './logger.ts';
import { openRedis } from './redis.server.ts';

/** How many of one key an hour brings to all, to the lesser among them together, and to each of them. */
export type CeilingShares = { all: number; lesser: number; each: number };

/** Who takes. */
export type Taker = { id: string; isLesser: boolean };

export type CeilingTaken = {
  /** Of each key, in order, whether one was taken. */
  allowed: boolean[];
  /** Until the hour is over, and all is whole again; at least 1. */
  resetSeconds: number;
  /** Gives those of some keys back, by their place, for what was not done after all. Nothing waits for it. */
  giveBack: (places: number[]) => void;
};

type Item = { key: string; member: string; by: 1 | -1 };

const hourMs = 3_600_000;

/** Hashes that share the keys of an hour, so that the nodes of a cluster do. */
const hashes = 16;

/** After Redis has failed, calls do not wait for it for so long. */
const aloneMs = 1_000;

/** Keys that a process remembers while Redis is away; when full, all are dropped. */
const mostAlone = 100_000;

/**
 * Each field of the hash is a key; its value says how many each taker has, as in `p1f3c9a=2 f77d0e1=1`.
 * Arguments: the three shares, the life of the hash in milliseconds, then key, taker and 1 or -1 of each item.
 */
const script = `
  local answers = {}
  for i = 5, #ARGV, 3 do
    local value = redis.call('HGET', KEYS[1], ARGV[i]) or ''
    local counts, all, lesser = {}, 0, 0
    for member, count in string.gmatch(value, '(%w+)=(%d+)') do
      count = tonumber(count)
      counts[member] = count
      all = all + count
      if string.sub(member, 1, 1) == 'f' then lesser = lesser + count end
    end
    local member, by = ARGV[i + 1], tonumber(ARGV[i + 2])
    local own = counts[member] or 0
    local full = all >= tonumber(ARGV[1]) or own >= tonumber(ARGV[3])
      or (string.sub(member, 1, 1) == 'f' and lesser >= tonumber(ARGV[2]))
    if by > 0 and full then
      answers[#answers + 1] = 0
    else
      counts[member] = math.max(0, own + by)
      local parts = {}
      for name, count in pairs(counts) do
        if count > 0 then parts[#parts + 1] = name .. '=' .. count end
      end
      redis.call('HSET', KEYS[1], ARGV[i], table.concat(parts, ' '))
      answers[#answers + 1] = 1
    end
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  return answers`;

const redis = openRedis('commands') as (Redis | Cluster) & {
  takeFromCeiling: (key: string, ...values: (string | number)[]) => Promise<number[]>;
};
redis.defineCommand('takeFromCeiling', { numberOfKeys: 1, lua: script });

/**
 * A ceiling of each key in each hour of the clock, of which no taker has more than a share: one who takes all
 * that they may leaves the rest to others. Counted in Redis for all processes together, and by each for itself
 * while Redis is away. All that waits at a time goes in one round trip, however many keys.
 */
export function createSharedCeiling(name: string, shares: CeilingShares) {
  const alone = createCountsAlone(shares);
  let aloneUntil = 0;

  async function count(hour: number, items: Item[]): Promise<boolean[]> {
    if (performance.now() < aloneUntil) return items.map((item) => alone(hour, item));
    try {
      return await countTogether(hour, items);
    } catch (error) {
      aloneUntil = performance.now() + aloneMs;
      logger.warn({ error, ceiling: name }, 'a ceiling is counted without Redis');
      return items.map((item) => alone(hour, item));
    }
  }

  async function countTogether(hour: number, items: Item[]): Promise<boolean[]> {
    const byHash = new Map<number, number[]>();
    for (const [i, { key }] of items.entries()) {
      const hash = hashOf(key);
      const places = byHash.get(hash);
      if (places) places.push(i);
      else byHash.set(hash, [i]);
    }
    const allowed: boolean[] = new Array(items.length);
    await Promise.all(
      [...byHash].map(async ([hash, places]) => {
        const values = places.flatMap((i) => {
          const { key, member, by } = items[i] as Item;
          return [key, member, by];
        });
        const { all, lesser, each } = shares;
        const answers = await redis.takeFromCeiling(
          `ceiling:${name}:${hour}:${hash}`,
          ...[all, lesser, each, 2 * hourMs, ...values],
        );
        for (const [n, i] of places.entries()) allowed[i] = answers[n] === 1;
      }),
    );
    return allowed;
  }

  const countBatch = createBatch(
    async (lists: Item[][]) => {
      const hour = Math.floor(clock.now().getTime() / hourMs);
      const allowed = await count(hour, lists.flat());
      let from = 0;
      return lists.map((list) => {
        from += list.length;
        return { hour, allowed: allowed.slice(from - list.length, from) };
      });
    },
    { max: 1_000, weigh: (list) => list.length },
  );

  return async (taker: Taker, keys: string[]): Promise<CeilingTaken> => {
    const member = memberOf(taker);
    const { hour, allowed } = await countBatch(keys.map((key) => ({ key, member, by: 1 })));
    const leftMs = (hour + 1) * hourMs - clock.now().getTime();
    return {
      allowed,
      resetSeconds: Math.max(1, Math.ceil(leftMs / 1_000)),
      giveBack: (places) => {
        const back = places
          .filter((place) => allowed[place])
          .map((place): Item => ({ key: keys[place] ?? '', member, by: -1 }));
        if (back.length > 0) void count(hour, back);
      },
    };
  };
}

/** The same counts, in the memory of this process. */
function createCountsAlone({ all, lesser, each }: CeilingShares) {
  let hourNow = 0;
  const counts = new Map<string, Map<string, number>>();
  return (hour: number, { key, member, by }: Item): boolean => {
    if (hour !== hourNow || counts.size >= mostAlone) counts.clear();
    hourNow = hour;
    const of = counts.get(key) ?? new Map<string, number>();
    counts.set(key, of);
    const sum = (from: [string, number][]) => from.reduce((total, [, count]) => total + count, 0);
    const entries = [...of];
    const isLesser = (name: string) => name.startsWith('f');
    const own = of.get(member) ?? 0;
    const full =
      sum(entries) >= all ||
      own >= each ||
      (isLesser(member) && sum(entries.filter(([name]) => isLesser(name))) >= lesser);
    if (by > 0 && full) return false;
    of.set(member, Math.max(0, own + by));
    return true;
  };
}

function hashOf(key: string): number {
  let sum = 0;
  for (let i = 0; i < key.length; i++) sum = (31 * sum + key.charCodeAt(i)) % 65_521;
  return sum % hashes;
}

/** Short, as there is one for each key and hour: who is lesser begins with an f. */
function memberOf({ id, isLesser }: Taker): string {
  const short = createHash('sha256').update(id).digest('hex').slice(0, 12);
  return (isLesser ? 'f' : 'p') + short;
}
