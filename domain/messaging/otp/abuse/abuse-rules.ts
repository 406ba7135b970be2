import { throttleWindowSeconds, verificationGraceSeconds } from '../contract.ts';

export type VerificationCounts = { sent: number; verified: number };

/** The values with which a verification rate is compared. */
export type VerificationBaseline = {
  /** The minimum number of OTPs; fewer OTPs are not enough evidence. */
  minSample: number;
  /** A lower percentage of verified OTPs always counts as abuse, regardless of the account's usual rate. */
  floorPercent: number;
  /** The account's counts of the previous days. */
  usual: VerificationCounts;
};

/** Returns the minimum percentage of verified OTPs: half of the account's usual rate, but at least `floorPercent`. */
export function minVerifiedPercent({
  minSample,
  floorPercent,
  usual,
}: VerificationBaseline): number {
  const half = usual.sent >= minSample ? (100 * usual.verified) / usual.sent / 2 : 0;
  return Math.max(floorPercent, Math.floor(half));
}

/** Whether the verification rate is low enough to suggest SMS pumping. */
export const isVerificationRateBelow = ({ sent, verified }: VerificationCounts, percent: number) =>
  verified * 100 < sent * percent;

/** The number of OTPs that a carrier accepted, and the number of undelivered OTPs among these. */
type DeliverySample = { sent: number; undelivered: number };

/**
 * Whether a carrier outage explains the undelivered OTPs of an API ID. In an outage, OTPs of other accounts fail too, at
 * least half as often. If an attacker enumerates invalid numbers, only that account's OTPs fail.
 *
 * @param minSample with fewer OTPs of other accounts, the evidence is too weak to suspect abuse, and the failures count as
 *   an outage
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
 * Returns the time span in which the evaluated OTPs were created.
 *
 * @param notBefore the earliest start of the window
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

/** The number of trailing digits that vary within a range of phone numbers. A range has ten thousand numbers. */
const rangeDigits = 4;

/** Returns the prefix that all numbers of a range share. @param recipient in E.164 */
export const toNumberRange = (recipient: string) => recipient.slice(0, -rangeDigits);
