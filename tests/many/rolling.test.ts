import { expect, test } from 'vitest';
import { startRedisCluster } from '#trials/rolling/redis-cluster.ts';
import { rollingRestart } from '#trials/rolling/rolling-restart.ts';
import { anAccount } from '../support/account.ts';
import { copyAccount } from '../support/copy-account.ts';
import { ownPostgres } from '../support/own-postgres.ts';

test('two webs and three workers, restarted, killed, and cut off from Redis and PostgreSQL under load: nothing lost, nothing doubled, no request failed', async () => {
  const postgres = await ownPostgres();
  const redis = await startRedisCluster();
  try {
    const lines: string[] = [];
    const rolled = await rollingRestart({
      database: postgres.url,
      account: await copyAccount(await anAccount(), postgres.url),
      redis,
      callers: 8,
      rounds: 1,
      outages: [{ nodes: [1], ms: 1_000 }],
      crashes: 2,
      drainSeconds: 1,
      log: (line) => lines.push(line),
    });
    expect(rolled.faults, lines.join('\n')).toEqual([]);
    expect(rolled.restarts).toBe(5);
    expect(rolled.seen.unavailable).toBeGreaterThan(0);
    expect(rolled.ends).toMatchObject({ doubled: 0 });
    expect(rolled.ends.delivered).toBeGreaterThan(100);
  } finally {
    await redis.stop();
  }
}, 180_000);
