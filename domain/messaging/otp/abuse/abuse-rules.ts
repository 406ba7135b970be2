import { throttleWindowSeconds, verificationGraceSeconds } from '../contract.ts';

/** OTPs that were sent, and how many of them were verified. */
export type VerificationCounts = { sent: number; verified: number };

/** The values that a verification rate is compared with. */
export type VerificationBaseline = {
  /** With fewer OTPs there is no evidence. */
  minSample: number;
  /** The verified percentage below which it is always abuse, regardless of the account's usual rate. */
  floorPercent: number;
  /** The account's counts of the previous days. */
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

/** OTPs that a carrier accepted, and how many of them it could not deliver. */
type DeliverySample = { sent: number; undelivered: number };

/**
 * Whether the undelivered OTPs of an API ID are due to a carrier outage: then other accounts' OTPs
 * fail too, at least half as often. Invalid numbers that an attacker enumerates fail for that
 * account alone.
 *
 * @param fewest with fewer OTPs of other accounts there is no evidence, and the failures count as an outage
 */
export function isCarrierOutage(
  own: DeliverySample,
  others: DeliverySample,
  minSample: number,
): boolean {
  if (others.sent < minSample) return true;
  return 2 * others.undelivered * own.sent >= own.undelivered * others.sent;
}

/**
 * The creation times of the OTPs that are evaluated.
 *
 * @param notBefore a later start of the window, if any
 */
export function observationWindow(
  now: Date,
  notBefore: Date | null = null,
): { from: Date; to: Date } {
  const start = now.getTime() - throttleWindowSeconds * 1_000;
  return {
    from: new Date(Math.max(start, notBefore?.getTime() ?? 0)),
    to: new Date(now.getTime() - verificationGraceSeconds * 1_000),
  };
}

/** Trailing digits that a number range covers: ten thousand numbers. */
const rangeDigits = 4;

/** The prefix that all numbers of a range share. @param recipient in E.164 */
export const toNumberRange = (recipient: string) => recipient.slice(0, -rangeDigits);
