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
 * The latency that a share of the messages had at most, in milliseconds, interpolated within its bucket, so it is off by at
 * most a fifth.
 *
 * @param share from 0 to 1, such as 0.5 for the median
 * @param buckets in any order; several may be the same
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
