import { expect, test, vi } from 'vitest';
import type { TokenRequest } from '#platform/shared-rate.ts';
import { createLeasedBucket } from './leased-bucket.ts';
import { createTokenBucket } from './token-bucket.ts';

/** Workers on a clock that the test moves, which share what a bucket at the other end gives. */
function someWorkers(count: number, perSecond: number) {
  let now = 0;
  let isDown = false;
  const shared = createTokenBucket(perSecond, () => now);
  const requests: TokenRequest[] = [];
  const onOutage = vi.fn();
  const take = async (request: TokenRequest) => {
    requests.push(request);
    if (isDown) throw new Error('Redis is down');
    if (request.cut) shared.cut();
    let granted = 0;
    const lane = request.keep > 0 ? 'messages' : 'otp';
    while (granted < request.want && shared.consume(lane)) granted += 1;
    return { granted, waitMs: granted < request.want ? shared.waitMs(lane) : 0 };
  };
  const options = { key: 'k', perSecond, take, workers: () => count, onOutage, now: () => now };
  const buckets = Array.from({ length: count }, () => createLeasedBucket(options));
  return {
    buckets,
    requests,
    onOutage,
    setDown: (down: boolean) => {
      isDown = down;
    },
    /** Time in which nobody takes any. */
    async pass(ms: number): Promise<void> {
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      now += ms;
    },
    /** All of them take whatever there is, every millisecond for so long. @returns how much of each */
    async drain(ms: number): Promise<number[]> {
      const taken = buckets.map(() => 0);
      for (const until = now + ms; now < until; now += 1) {
        for (const [i, bucket] of buckets.entries()) {
          while (bucket.consume('messages')) taken[i] = (taken[i] ?? 0) + 1;
        }
        // Answers come within the millisecond.
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      }
      return taken;
    },
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

test('workers that share a rate use all of it and little more, about equally', async () => {
  const { drain } = someWorkers(3, 600);
  await drain(1_000);
  const taken = await drain(3_000);
  expect(sum(taken)).toBeGreaterThan(1_700);
  expect(sum(taken)).toBeLessThanOrEqual(1_800 * 1.1);
  for (const own of taken) expect(own).toBeGreaterThan(300);
});

test('a worker alone leases many tokens at a time', async () => {
  const { drain, requests } = someWorkers(1, 10_000);
  await drain(1_000);
  requests.length = 0;
  expect(sum(await drain(1_000))).toBeGreaterThan(9_000);
  expect(requests.length).toBeLessThan(220);
});

test('while Redis is down each has a fair part, and says so once', async () => {
  const { drain, setDown, onOutage } = someWorkers(2, 400);
  await drain(1_000);
  setDown(true);
  const taken = await drain(3_000);
  for (const own of taken) expect(Math.abs(own - 600)).toBeLessThan(60);
  expect(onOutage).toHaveBeenCalledTimes(2);
  setDown(false);
  await drain(500);
  expect(sum(await drain(1_000))).toBeLessThanOrEqual(440);
});

test('leased tokens that were not used soon are void', async () => {
  const { buckets, drain, requests, pass } = someWorkers(1, 10_000);
  await drain(200);
  const [bucket] = buckets;
  await pass(1_000);
  const before = requests.length;
  expect(bucket?.consume('messages')).toBe(false);
  expect(requests.length).toBe(before + 1);
});

test('a throttled rate is halved for all workers', async () => {
  const { buckets, drain } = someWorkers(2, 1_000);
  await drain(1_000);
  buckets[0]?.cut();
  expect(sum(await drain(1_000))).toBeLessThan(700);
});

test('messages leave tokens to OTPs of other workers', async () => {
  const { buckets, requests } = someWorkers(2, 1_000);
  buckets[0]?.consume('messages');
  buckets[1]?.consume('otp');
  expect(requests.map(({ keep }) => keep)).toEqual([3, 0]);
});
