import { addMonthsByUtc, type UsageMonth } from '#domain/billing/periods/months.ts';

/** Monthly limits of a plan. */
type Limits = { messageLimit: number; apiCallLimit: number };

/** A paid end is rounded down to a millisecond; this one still belongs to it. */
const roundedMs = 1;

/** A month that was bought when months were counted in UTC is a whole one, also if it has fewer days than it would have now. */
const isWholeByUtc = (startsAt: Date, until: Date) =>
  addMonthsByUtc(startsAt, 1).getTime() === until.getTime();

/**
 * The limits of a usage month that ends early because the paid time does: the paid share of the
 * month, rounded down. A credit of three days gives three days' worth of messages.
 *
 * @param until the end of the paid time
 */
export function monthLimits(
  { messageLimit, apiCallLimit }: Limits,
  { startsAt, endsAt }: UsageMonth,
  until: Date,
): Limits {
  if (until >= endsAt || isWholeByUtc(startsAt, until)) return { messageLimit, apiCallLimit };
  const paidMs = Math.max(0, until.getTime() - startsAt.getTime());
  const monthMs = endsAt.getTime() - startsAt.getTime();
  const toShare = (limit: number) => Math.floor((limit * (paidMs + roundedMs)) / monthMs);
  return { messageLimit: toShare(messageLimit), apiCallLimit: toShare(apiCallLimit) };
}
