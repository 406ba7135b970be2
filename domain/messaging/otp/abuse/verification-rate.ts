/** Codes that were sent, and those of them that somebody typed in. */
export type VerificationCounts = { sent: number; verified: number };

/** What a conversion is held against. */
export type VerificationBaseline = {
  /** Fewer codes than these say nothing. */
  fewest: number;
  /** Percent of the codes below which they are taken for abuse, whatever was usual. */
  floorPercent: number;
  /** Of the account, over the days before. */
  usual: VerificationCounts;
};

/**
 * The percentage of codes that must be verified at least: half of what is usual for the account, and
 * never below the floor.
 */
export function minVerifiedPercent({ fewest, floorPercent, usual }: VerificationBaseline): number {
  const half = usual.sent >= fewest ? (100 * usual.verified) / usual.sent / 2 : 0;
  return Math.max(floorPercent, Math.floor(half));
}

/** Whether so few of the codes are verified that somebody seems to have them sent for the sending's sake. */
export const isVerificationRateBelow = ({ sent, verified }: VerificationCounts, percent: number) =>
  verified * 100 < sent * percent;
