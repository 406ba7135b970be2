import { createHash } from 'node:crypto';
import { Cluster, type Redis } from 'ioredis';
import { createBatch } from '../batch.ts';
import { clock } from '../clock.browser.ts';
import { ofInstance, openedAtStart } from '../instance.ts';
import { logger } from '../logger.ts';
import { openRedis } from '../redis.ts';

/**
 * The hourly limits of a key: `all` for all members together, `lesser` for all lesser members together, and `each` for every
 * single member.
 */
export type CeilingShares = { all: number; lesser: number; each: number };

/** A member that uses a limit, such as an account. Lesser members together may use only part of the limit. */
export type CeilingMember = { id: string; isLesser: boolean };

export type CeilingResult = {
  /** Whether each use was allowed, in order. */
  allowed: boolean[];
  /**
   * Seconds until the end of the last hour to which one of these uses counts; at least 1. After that hour, counting
   * starts again at 0.
   */
  resetSeconds: number;
  /** Refunds the uses at these indexes in the background, because their actions did not happen. */
  refund: (places: number[]) => void;
};

/** The key whose limit is used. `at` is a time in the hour to which the use counts; null means the current hour. */
export type CeilingUse = { key: string; at: Date | null };

/** One count: `hour` is the number of hours since 1970; `by` is -1 for a refund. */
type Item = { hour: number; key: string; member: string; by: 1 | -1 };

const hourMs = 3_600_000;

/**
 * Number of Redis hashes over which the keys of an hour are spread, so that the nodes of a cluster share the load. On a single
 * Redis, each further hash would only be another command.
 */
const hashesOfCluster = 16;

/** How long a process avoids Redis after Redis has failed, in milliseconds. */
const localMs = 1_000;

/**
 * Maximum number of keys per hour that a process counts while Redis is down. Beyond it, the counts of the hour are dropped.
 */
const maxLocalKeys = 100_000;

/**
 * A Lua script. Each key is a field of the Redis hash. Its value lists the count of each member, for example `p1f3c9a=2
 * f77d0e1=1`. The arguments are the three shares, the TTL of the hash in milliseconds, and for each item its key, its
 * member, and 1 or -1.
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

type WithCommand = (Redis | Cluster) & {
  takeFromCeiling: (key: string, ...values: (string | number)[]) => Promise<number[]>;
};

const withCommand = openedAtStart(() => {
  const redis = openRedis('commands') as WithCommand;
  redis.defineCommand('takeFromCeiling', { numberOfKeys: 1, lua: script });
  return redis;
});

/**
 * Creates an hourly limit per key. Each member may use only a share, so that no member can use up the whole limit. All
 * processes share the counts in Redis. While Redis is down, each process counts alone. All waiting calls share one round
 * trip.
 *
 * @param readShares reads the shares; called once per instance
 */
export const createSharedCeiling = (name: string, readShares: () => CeilingShares) =>
  ofInstance(() => openSharedCeiling(name, readShares()));

function openSharedCeiling(name: string, shares: CeilingShares) {
  const countLocally = createLocalCounts(shares);
  let localUntil = 0;

  async function count(items: Item[]): Promise<boolean[]> {
    if (performance.now() < localUntil) return items.map(countLocally);
    try {
      return await countTogether(items);
    } catch (error) {
      localUntil = performance.now() + localMs;
      logger.warn(
        { error, limit: name },
        'Redis unavailable; a limit is counted by this process alone',
      );
      return items.map(countLocally);
    }
  }

  async function countTogether(items: Item[]): Promise<boolean[]> {
    const redis = withCommand();
    const hashes = redis instanceof Cluster ? hashesOfCluster : 1;
    const byHash = new Map<string, number[]>();
    for (const [i, { hour, key }] of items.entries()) {
      const hash = `${hour}:${toHash(key, hashes)}`;
      const places = byHash.get(hash);
      if (places) places.push(i);
      else byHash.set(hash, [i]);
    }
    const allowed: boolean[] = new Array(items.length);
    const now = clock.now().getTime();
    await Promise.all(
      [...byHash].map(async ([hash, places]) => {
        const values = places.flatMap((i) => {
          const { key, member, by } = items[i] as Item;
          return [key, member, by];
        });
        const { all, lesser, each } = shares;
        const leftMs = Math.max(0, Number.parseInt(hash, 10) * hourMs - now);
        const answers = await redis.takeFromCeiling(
          `ceiling:${name}:${hash}`,
          ...[all, lesser, each, leftMs + 2 * hourMs, ...values],
        );
        for (const [n, i] of places.entries()) allowed[i] = answers[n] === 1;
      }),
    );
    return allowed;
  }

  const countBatch = createBatch(
    async (lists: Item[][]) => {
      const allowed = await count(lists.flat());
      let from = 0;
      return lists.map(({ length }) => {
        from += length;
        return allowed.slice(from - length, from);
      });
    },
    { max: 1_000, weigh: (list) => list.length },
  );

  return async (taker: CeilingMember, uses: CeilingUse[]): Promise<CeilingResult> => {
    const member = toMember(taker);
    const now = clock.now().getTime();
    const items = uses.map(({ key, at }): Item => {
      const hour = Math.floor((at?.getTime() ?? now) / hourMs);
      return { hour, key, member, by: 1 };
    });
    const allowed = await countBatch(items);
    const lastHour = items.reduce((last, { hour }) => Math.max(last, hour), 0);
    const leftMs = (lastHour + 1) * hourMs - clock.now().getTime();
    return {
      allowed,
      resetSeconds: Math.max(1, Math.ceil(leftMs / 1_000)),
      refund: (places) => {
        const back = places.flatMap((place): Item[] => {
          const item = items[place];
          return item && allowed[place] ? [{ ...item, by: -1 }] : [];
        });
        if (back.length > 0) void count(back);
      },
    };
  };
}

/** Creates a function that counts in the memory of this process. */
function createLocalCounts({ all, lesser, each }: CeilingShares) {
  /** The counts of each member, by hour and then by key. */
  const hours = new Map<number, Map<string, Map<string, number>>>();
  return ({ hour, key, member, by }: Item): boolean => {
    let counts = hours.get(hour);
    if (!counts || counts.size >= maxLocalKeys) {
      const current = Math.floor(clock.now().getTime() / hourMs);
      for (const past of hours.keys()) if (past < current) hours.delete(past);
      counts = new Map();
      hours.set(hour, counts);
    }
    const memberCounts = counts.get(key) ?? new Map<string, number>();
    counts.set(key, memberCounts);
    const sum = (from: [string, number][]) => from.reduce((total, [, count]) => total + count, 0);
    const entries = [...memberCounts];
    const isLesser = (name: string) => name.startsWith('f');
    const own = memberCounts.get(member) ?? 0;
    const full =
      sum(entries) >= all ||
      own >= each ||
      (isLesser(member) && sum(entries.filter(([name]) => isLesser(name))) >= lesser);
    if (by > 0 && full) return false;
    memberCounts.set(member, Math.max(0, own + by));
    return true;
  };
}

function toHash(key: string, hashes: number): number {
  let sum = 0;
  for (let i = 0; i < key.length; i++) sum = (31 * sum + key.charCodeAt(i)) % 65_521;
  return sum % hashes;
}

/**
 * Creates a member's short id. It is short because it is stored for each key and hour that the member uses. Ids of lesser
 * members begin with an f.
 */
function toMember({ id, isLesser }: CeilingMember): string {
  const short = createHash('sha256').update(id).digest('hex').slice(0, 12);
  return (isLesser ? 'f' : 'p') + short;
}
