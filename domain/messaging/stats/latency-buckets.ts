/**
 * The number of messages in a latency bucket, which spans from `bucketLowerBoundMs(bucket)` to the lower bound of the next
 * bucket.
 */
export type LatencyBucket = { bucket: number; count: number };

/** The lower bound of bucket 0 in milliseconds; faster messages are counted in bucket 0 too. */
const minLatencyMs = 10;

/** The number of buckets per doubling of the latency. Each bucket is about a fifth wider than the previous bucket. */
const bucketsPerDoubling = 4;

export const bucketLowerBoundMs = (bucket: number) =>
  minLatencyMs * 2 ** (bucket / bucketsPerDoubling);

/** The bucket of a latency in milliseconds. */
export const latencyBucketOf = (ms: number) =>
  Math.floor(bucketsPerDoubling * Math.log2(Math.max(minLatencyMs, ms) / minLatencyMs));

/**
 * SQL expression for the bucket of a latency.
 *
 * @param ms an SQL expression in milliseconds; NULL gives bucket 0
 */
export const latencyBucketSql = (ms: string) =>
  `floor(${bucketsPerDoubling} * ln(greatest(${minLatencyMs}, ${ms}) / ${minLatencyMs}) / ln(2::float8))::smallint`;

/**
 * The percentile of the latency in milliseconds. The value is interpolated within a bucket, with an error of at most a
 * fifth.
 *
 * @param share from 0 to 1, such as 0.5 for the median
 * @param buckets in any order; several entries may have the same bucket
 * @returns null if there are no messages
 */
export function latencyAt(share: number, buckets: readonly LatencyBucket[]): number | null {
  const wanted = buckets.reduce((sum, { count }) => sum + count, 0) * share;
  const counts = new Map<number, number>();
  for (const { bucket, count } of buckets) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  let below = 0;
  for (const [bucket, count] of [...counts].sort(([a], [b]) => a - b)) {
    if (count > 0 && below + count >= wanted)
      return bucketLowerBoundMs(bucket + (wanted - below) / count);
    below += count;
  }
  return null;
}
