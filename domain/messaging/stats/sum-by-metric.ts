import type { StatCounts } from './contract.ts';
import type { LatencyBucket } from './latency-buckets.ts';

/** A count of one metric: on one day, or, where `day` is null, in one latency bucket. */
export type StatRow = LatencyBucket & {
  day: string | null;
  metric: 'accepted' | 'delivered' | 'failed' | 'otp_sent' | 'otp_verified';
};

/** Adds up counts by metric. */
export function sumByMetric(rows: readonly StatRow[]): StatCounts {
  const sumOf = (wanted: StatRow['metric']) =>
    rows.reduce((sum, { metric, count }) => (metric === wanted ? sum + count : sum), 0);
  return {
    accepted: sumOf('accepted'),
    delivered: sumOf('delivered'),
    failed: sumOf('failed'),
    otpSent: sumOf('otp_sent'),
    otpVerified: sumOf('otp_verified'),
  };
}
