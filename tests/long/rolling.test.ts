import { expect, test } from 'vitest';
import { startRedisCluster } from '#trials/rolling/redis-cluster.ts';
import { rollingRestart } from '#trials/rolling/rolling-restart.ts';
import { anAccount } from '../support/account.ts';
import { copyAccount } from '../support/copy-account.ts';
import { ownPostgres } from '../support/breakable.ts';

test('no message is lost or sent twice and no request fails while webs and workers restart or are killed, and Redis and PostgreSQL are down, under load', async () => {
  const postgres = await ownPostgres();
  const redis = await startRedisCluster();
  try {
    const lines: string[] = [];
    const result = await rollingRestart({
      database: postgres.url,
      account: await copyAccount(await anAccount(), postgres.url),
      redis,
      callers: 8,
      rounds: 1,
      outages: [{ nodes: [1], ms: 1_000 }],
      crashes: 2,
      drainSeconds: 1,
      callDelayMs: 250,
      log: (line) => lines.push(line),
    });
    expect(result.problems, lines.join('\n')).toEqual([]);
    expect(result.restarts).toBe(5);
    expect(result.totals.unavailable).toBeGreaterThan(0);
    expect(result.finalStates).toMatchObject({ doubled: 0 });
    expect(result.finalStates.delivered).toBeGreaterThan(100);
  } finally {
    await redis.stop();
  }
}, 180_000);
