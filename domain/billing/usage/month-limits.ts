import type { UsageMonth } from '#domain/billing/periods/months.ts';

/** What a plan allows in a month. */
type Limits = { messageLimit: number; apiCallLimit: number };

/** The end of a paid time is rounded down to a millisecond, which may belong to it. */
const roundedMs = 1;

/**
 * What a plan allows in a month of use that ends early, because the paid time does: the share of the month
 * that is paid for, rounded down. A credit of three days gives three days' worth of messages.
 *
 * @param until when the paid time ends
 */
export function monthLimits(
  { messageLimit, apiCallLimit }: Limits,
  { startsAt, endsAt }: UsageMonth,
  until: Date,
): Limits {
  if (until >= endsAt) return { messageLimit, apiCallLimit };
  const paidMs = Math.max(0, until.getTime() - startsAt.getTime());
  const monthMs = endsAt.getTime() - startsAt.getTime();
  const shareOf = (limit: number) => Math.floor((limit * (paidMs + roundedMs)) / monthMs);
  return { messageLimit: shareOf(messageLimit), apiCallLimit: shareOf(apiCallLimit) };
}
