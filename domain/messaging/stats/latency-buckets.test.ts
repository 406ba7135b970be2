import { expect, test } from 'vitest';
import { createRandom } from '#tests/support/random.ts';
import { bucketLowerBoundMs, latencyAt, latencyBucketOf } from './latency-buckets.ts';

test('buckets start at 10 ms, and the latency doubles with every fourth bucket', () => {
  expect([0, 4, 8, 12].map(bucketLowerBoundMs)).toEqual([10, 20, 40, 80]);
  expect(bucketLowerBoundMs(1)).toBeCloseTo(11.89, 2);
});

test('puts a latency into the bucket whose bounds contain it, and all shorter latencies into bucket 0', () => {
  expect([0, 9, 10, 11.8, 12, 20, 79, 80].map(latencyBucketOf)).toEqual([0, 0, 0, 0, 1, 4, 11, 12]);
});

test('returns null for the median of no messages', () => {
  expect(latencyAt(0.5, [])).toBeNull();
  expect(latencyAt(0.5, [{ bucket: 3, count: 0 }])).toBeNull();
});

test('treats a single message as being in the middle of its bucket', () => {
  expect(latencyAt(0.5, [{ bucket: 28, count: 1 }])).toBeCloseTo(bucketLowerBoundMs(28.5));
});

test('the median is interpolated within the bucket that contains it', () => {
  const buckets = [
    { bucket: 40, count: 10 },
    { bucket: 0, count: 10 },
    { bucket: 20, count: 40 },
  ];
  expect(latencyAt(0.5, buckets)).toBeCloseTo(bucketLowerBoundMs(20.5));
  expect(latencyAt(0.5, buckets.toSpliced(0, 1))).toBeCloseTo(bucketLowerBoundMs(20 + 15 / 40));
});

test('the computed median of random times deviates from the true median by at most a fifth', () => {
  const { next: random } = createRandom('median');
  for (let run = 0; run < 50; run++) {
    const times = Array.from({ length: 401 }, () => 10 * 2 ** (random() * (run % 20)));
    const median = times.toSorted((a, b) => a - b)[200] ?? 0;
    const buckets = times.map((ms) => ({ bucket: Math.floor(4 * Math.log2(ms / 10)), count: 1 }));
    const found = latencyAt(0.5, merged(buckets)) ?? 0;
    expect(found / median).toBeGreaterThan(0.83);
    expect(found / median).toBeLessThan(1.2);
  }
});

function merged(buckets: { bucket: number; count: number }[]) {
  const counts = new Map<number, number>();
  for (const { bucket, count } of buckets) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  return [...counts].map(([bucket, count]) => ({ bucket, count }));
}
