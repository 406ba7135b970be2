/**
 * The number of messages in a latency bucket: from `bucketLowerBoundMs(bucket)` up to the next
 * one's bound.
 */
export type LatencyBucket = { bucket: number; count: number };

/** The lower bound of bucket 0 in milliseconds; faster messages are counted in it too. */
const minLatencyMs = 10;

/** Buckets per doubling of the latency: each is about a fifth wider than the one before. */
const bucketsPerDoubling = 4;

/** Where a bucket begins, in milliseconds. */
export const bucketLowerBoundMs = (bucket: number) =>
  minLatencyMs * 2 ** (bucket / bucketsPerDoubling);

/**
 * SQL expression for the bucket of a latency.
 *
 * @param ms an SQL expression in milliseconds; NULL gives bucket 0
 */
export const latencyBucketSql = (ms: string) =>
  `floor(${bucketsPerDoubling} * ln(greatest(${minLatencyMs}, ${ms}) / ${minLatencyMs}) / ln(2::float8))::smallint`;

/**
 * The median latency in milliseconds, interpolated within its bucket, so it is off by at most a
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
