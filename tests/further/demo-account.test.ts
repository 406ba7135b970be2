import { expect, test } from 'vitest';
import { databaseSettings } from '#platform/db.ts';
import { redisSettings } from '#platform/redis.ts';
import { inherited } from '#scripts/environment.ts';
import { seed } from '#scripts/stack/programs.ts';

test('the demo prints a working key at each start', async () => {
  const { DATABASE_URL } = databaseSettings;
  const { REDIS_URL } = redisSettings;
  const start = () =>
    seed(['--import', 'tsx', 'prisma/seed.ts'], { ...inherited, DATABASE_URL, REDIS_URL });
  const first = await start();
  expect(first.secretKey).toMatch(/^sk_[0-9a-z]{40}$/);
  expect(await start()).toEqual(first);
});
