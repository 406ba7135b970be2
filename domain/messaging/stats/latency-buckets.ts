/** Messages by how long they took: bucket n is of times from `bucketLowerBoundMs(n)` to `bucketLowerBoundMs(n + 1)`. */
export type LatencyBucket = { bucket: number; count: number };

/** The lower bound of bucket 0 in milliseconds; quicker messages are in it too. */
const minLatencyMs = 10;

/** Buckets until the latency has doubled: each is a fifth wider than the one before. */
const bucketsPerDoubling = 4;

/** Where a bucket begins, in milliseconds. */
export const bucketLowerBoundMs = (bucket: number) =>
  minLatencyMs * 2 ** (bucket / bucketsPerDoubling);

/**
 * The bucket of a time, in SQL.
 *
 * @param ms an expression for it in milliseconds; without a value it is bucket 0
 */
export const latencyBucketSql = (ms: string) =>
  `floor(${bucketsPerDoubling} * ln(greatest(${minLatencyMs}, ${ms}) / ${minLatencyMs}) / ln(2::float8))::smallint`;

/**
 * The median latency in milliseconds.
 *
 * It is interpolated within its bucket as if the times there were spread evenly, so it is off by at most a
 * fifth.
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
