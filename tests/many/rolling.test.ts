import { expect, test } from 'vitest';
import { env } from '#platform/env.ts';
import { startRedisCluster } from '#trials/rolling/redis-cluster.ts';
import { roll } from '#trials/rolling/roll.ts';
import { anAccount } from '../support/account.ts';

test('two webs and three workers on a Redis Cluster: restarted, killed and cut off under load, nothing lost, nothing doubled, no request failed', async () => {
  const redis = await startRedisCluster();
  try {
    const lines: string[] = [];
    const rolled = await roll({
      database: env.DATABASE_URL,
      account: await anAccount(),
      redis,
      callers: 8,
      rounds: 1,
      outages: [{ nodes: [1], ms: 1_000 }],
      drainSeconds: 1,
      log: (line) => lines.push(line),
    });
    expect(rolled.faults, lines.join('\n')).toEqual([]);
    expect(rolled.restarts).toBe(5);
    expect(rolled.ends).toMatchObject({ doubled: 0 });
    expect(rolled.ends.delivered).toBeGreaterThan(100);
  } finally {
    await redis.stop();
  }
}, 180_000);
