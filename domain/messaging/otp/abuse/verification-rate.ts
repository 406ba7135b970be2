/** OTPs that were sent, and how many of them were verified. */
export type VerificationCounts = { sent: number; verified: number };

/** What a verification rate is compared with. */
export type VerificationBaseline = {
  /** With fewer OTPs there is no evidence. */
  minSample: number;
  /** Verified percentage below which it is abuse, whatever is usual for the account. */
  floorPercent: number;
  /** The account's counts of the days before. */
  usual: VerificationCounts;
};

/** The minimum verified percentage: half of the account's usual rate, and never below the floor. */
export function minVerifiedPercent({
  minSample,
  floorPercent,
  usual,
}: VerificationBaseline): number {
  const half = usual.sent >= minSample ? (100 * usual.verified) / usual.sent / 2 : 0;
  return Math.max(floorPercent, Math.floor(half));
}

/** Whether the verification rate is so low that it looks like SMS pumping. */
export const isVerificationRateBelow = ({ sent, verified }: VerificationCounts, percent: number) =>
  verified * 100 < sent * percent;
