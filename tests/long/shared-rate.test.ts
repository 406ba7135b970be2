import { expect, onTestFinished, test } from 'vitest';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { carrierConfig, carriers, startWithoutWorker } from '../harness/product.ts';
import { startWorkerProcess, stopAfterTest } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

const rate = 100;

/** The tolerance in docs/operations.md: a tenth of the rate, and one lease per worker. */
const tolerated = rate * 1.1 + 2;

/** Samples a counter whenever this process gets processor time. */
function watch(count: () => number) {
  const samples: { at: number; count: number }[] = [];
  const timer = setInterval(() => samples.push({ at: performance.now(), count: count() }), 2);
  onTestFinished(() => clearInterval(timer));
  return {
    /**
     * Returns the largest increase of the counter within a second (`count`), and the longest gap between two samples of
     * that second (`lateMs`).
     */
    busiestSecond(): { count: number; lateMs: number } {
      let busiest = { count: 0, lateMs: 0 };
      let from = 0;
      for (const [to, end] of samples.entries()) {
        while ((samples[from]?.at ?? 0) < end.at - 1_000) from += 1;
        const inSecond = end.count - (samples[from]?.count ?? 0);
        if (inSecond <= busiest.count) continue;
        const gaps = samples.slice(Math.max(1, from - 1), to + 1);
        const lateMs = Math.max(
          0,
          ...gaps.map(({ at }, i) => at - (samples[Math.max(0, from - 2) + i]?.at ?? at)),
        );
        busiest = { count: inSecond, lateMs };
      }
      return busiest;
    },
  };
}

test('two workers together stay within the licensed rate, even while Redis is killed and restarted', async () => {
  const redis = await startPrivateRedis();
  onTestFinished(() => redis.stop());
  const settings = { REDIS_URL: redis.url };
  const { web, smsc } = await startWithoutWorker(settings);
  const accounts = await Promise.all(Array.from({ length: 8 }, () => anAccount()));
  await Promise.all(
    accounts.map((account, i) =>
      client(web.url, account).post('/messages/batch', {
        messages: mobileNumbers(100).map((recipient) => ({ recipient, message: `Of ${i}` })),
      }),
    ),
  );
  const both = { ...settings, ...carriers(carrierConfig('first', smsc, { rate })) };
  const watched = watch(() => smsc.ledger.totals().submits);
  const workers = await Promise.all([1, 2].map(() => stopAfterTest(startWorkerProcess(both))));
  await until('both are bound', () => smsc.connections() === 2);
  const submitted = async (count: number) => {
    const target = smsc.ledger.totals().submits + count;
    await until(`${target} are submitted`, () => smsc.ledger.totals().submits >= target);
  };
  await submitted(150);
  await redis.kill();
  await submitted(200);
  // A worker without messages takes no tokens and does not notice the outage, so this waits for only one worker.
  await until('one says that it has no Redis', () =>
    workers.some((one) => one.lines().some((line) => line.includes('Redis is unavailable'))),
  );
  await redis.start();
  await submitted(200);
  const { count, lateMs } = watched.busiestSecond();
  expect(count).toBeLessThanOrEqual(tolerated * (1 + lateMs / 1_000));
  expect(smsc.ledger.totals().duplicates).toBe(0);
}, 60_000);
