import { addMonths, usageMonthAt } from './months.ts';

/**
 * How many months lie between two times: the whole ones from `from` on, and of the next one the share
 * that has passed by `to`. 0 if `to` is not later.
 */
export function monthsBetween(from: Date, to: Date): number {
  if (to <= from) return 0;
  const { startsAt, endsAt } = usageMonthAt(from, to);
  const years = startsAt.getUTCFullYear() - from.getUTCFullYear();
  const whole = years * 12 + startsAt.getUTCMonth() - from.getUTCMonth();
  return whole + (to.getTime() - startsAt.getTime()) / (endsAt.getTime() - startsAt.getTime());
}

/** A thousandth of a millisecond: what floating-point arithmetic may lose is not rounded away. */
const lost = 1e-3;

/** The time so many months after another: `monthsBetween` the other way round, down to a millisecond. */
export function afterMonths(from: Date, months: number): Date {
  const whole = Math.floor(months);
  const startsAt = addMonths(from, whole).getTime();
  const monthMs = addMonths(from, whole + 1).getTime() - startsAt;
  return new Date(startsAt + Math.floor((months - whole) * monthMs + lost));
}
