import type { StatCounts } from './contract.ts';
import type { LatencyBucket } from './latency-buckets.ts';

/** How many of a figure there were: on one day, or, where `day` is null, in one bucket. */
export type StatRow = LatencyBucket & {
  day: string | null;
  what: 'accepted' | 'delivered' | 'failed' | 'otp_sent' | 'otp_verified';
};

/** Adds up rows by what they count. */
export function sumByMetric(rows: readonly StatRow[]): StatCounts {
  const of = (wanted: StatRow['what']) =>
    rows.reduce((sum, { what, count }) => (what === wanted ? sum + count : sum), 0);
  return {
    accepted: of('accepted'),
    delivered: of('delivered'),
    failed: of('failed'),
    otpSent: of('otp_sent'),
    otpVerified: of('otp_verified'),
  };
}
