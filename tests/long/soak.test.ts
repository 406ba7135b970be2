import { afterAll, expect, test } from 'vitest';
import { checkAfterSoak, createWork, runSoak } from '#bench/soak.ts';
import { databaseSettings } from '#platform/db.ts';
import { redisSettings } from '#platform/redis.ts';
import { startEventReceiver } from '../harness/event-receiver.ts';
import { startProbedStack } from '../harness/probe.ts';

const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

test('under a constant load each message is delivered and charged exactly once, and each event is verified', async () => {
  const { DATABASE_URL } = databaseSettings;
  const { REDIS_URL } = redisSettings;
  const stack = await startProbedStack({ services: { DATABASE_URL, REDIS_URL } });
  stops.push(stack.stop);
  const receiver = await startEventReceiver({ failsEvery: 500 });
  stops.push(receiver.close);
  const work = await createWork(stack, receiver);
  await runSoak(stack, work, { perSecond: 20, spans: 2, spanSeconds: 2 });
  expect(await checkAfterSoak(stack, work)).toEqual([]);
  expect(stack.logProblems.errors).toEqual([]);
  expect(work.totals.verified).toBeGreaterThan(0);
  expect(receiver.taken.size).toBeGreaterThan(0);
}, 180_000);
