import { afterAll, expect, test } from 'vitest';
import { databaseSettings } from '#platform/db.ts';
import { redisSettings } from '#platform/redis.ts';
import { checkAfterSoak } from '#trials/soak/check-after-soak.ts';
import { runSoak } from '#trials/soak/run-soak.ts';
import { startVerifyingReceiver } from '#trials/soak/verifying-receiver.ts';
import { createWork } from '#trials/soak/work.ts';
import { startProduct } from '#trials/stack/product.ts';

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

test('delivers and charges each message of a constant load exactly once, and its receiver verifies each event', async () => {
  const { DATABASE_URL } = databaseSettings;
  const { REDIS_URL } = redisSettings;
  const product = await startProduct({ DATABASE_URL, REDIS_URL }, (...parts) => {
    stops.push(...parts.map((part) => () => part.stop()));
  });
  stops.push(() => product.database.close());
  const receiver = await startVerifyingReceiver();
  stops.push(receiver.stop);
  const work = await createWork(product, receiver);
  await runSoak(product, work, { perSecond: 20, spans: 2, spanSeconds: 2 });
  expect(await checkAfterSoak(product, work)).toEqual([]);
  expect(work.expectedTotals.verified).toBeGreaterThan(0);
  expect(receiver.taken.size).toBeGreaterThan(0);
}, 180_000);
