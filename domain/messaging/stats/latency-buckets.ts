/** Messages by how long they took: bucket n is of times from `bucketLowerBoundMs(n)` to `bucketLowerBoundMs(n + 1)`. */
export type LatencyBucket = { bucket: number; count: number };

/** Bucket 0 begins here, in milliseconds; what was quicker is in it too. */
const shortestMs = 10;

/** How many buckets a time passes until it has doubled: each is a fifth wider than the one before. */
const bucketsPerDoubling = 4;

/** Where a bucket begins, in milliseconds. */
export const bucketLowerBoundMs = (bucket: number) =>
  shortestMs * 2 ** (bucket / bucketsPerDoubling);

/**
 * The bucket of a time, in SQL.
 *
 * @param ms an expression for it in milliseconds; without a value it is bucket 0
 */
export const latencyBucketSql = (ms: string) =>
  `floor(${bucketsPerDoubling} * ln(greatest(${shortestMs}, ${ms}) / ${shortestMs}) / ln(2::float8))::smallint`;

/**
 * The time that half of the messages did not take longer than, in milliseconds.
 *
 * It is looked for within its bucket as if the times there were spread evenly, so it is off by a fifth at
 * most, and mostly by far less.
 *
 * @param buckets in any order
 * @returns null if there are no messages
 */
export function medianLatencyMs(buckets: readonly LatencyBucket[]): number | null {
  const half = buckets.reduce((sum, { count }) => sum + count, 0) / 2;
  let below = 0;
  for (const { bucket, count } of buckets.toSorted((a, b) => a.bucket - b.bucket)) {
    if (count > 0 && below + count >= half)
      return bucketLowerBoundMs(bucket + (half - below) / count);
    below += count;
  }
  return null;
}
