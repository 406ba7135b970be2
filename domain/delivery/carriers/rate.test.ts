import { expect, test } from 'vitest';
import { createTokenBucket } from './rate.ts';

/** A bucket on a clock that the test moves. */
function bucketAt(perSecond: number) {
  let now = 0;
  const bucket = createTokenBucket(perSecond, () => now);
  return {
    bucket,
    /** Takes whatever there is, every 10 ms for so long; returns how much that was. */
    drain(ms: number): number {
      let taken = 0;
      for (const until = now + ms; now < until; now += 10) while (bucket.take()) taken += 1;
      return taken;
    },
  };
}

test('a second gives the licensed rate and a tenth at most', () => {
  const { drain } = bucketAt(100);
  expect(drain(1_000)).toBeLessThanOrEqual(110);
  expect(drain(10_000)).toBeGreaterThanOrEqual(990);
});

test('the wait is until the next token, no longer', () => {
  const { bucket } = bucketAt(1);
  expect(bucket.take()).toBe(true);
  expect(bucket.take()).toBe(false);
  expect(bucket.waitMs()).toBe(1_000);
});

test('a cut halves the rate, which is back within half a minute', () => {
  const { bucket, drain } = bucketAt(1_000);
  drain(1_000);
  bucket.cut();
  expect(drain(1_000)).toBeLessThan(620);
  drain(30_000);
  expect(drain(1_000)).toBeGreaterThan(980);
});

test('however often it is cut, submits go on', () => {
  const { bucket, drain } = bucketAt(100);
  for (let i = 0; i < 50; i += 1) bucket.cut();
  expect(drain(2_000)).toBeGreaterThan(5);
});
