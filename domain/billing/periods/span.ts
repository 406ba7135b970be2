import { addMonths, countMonths, usageMonthAt } from './months.ts';

/**
 * The number of months between two times: whole ones from `from`, plus the elapsed share of the
 * next. 0 if `to` is not later.
 */
export function monthsBetween(from: Date, to: Date): number {
  if (to <= from) return 0;
  const { startsAt, endsAt } = usageMonthAt(from, to);
  return (
    countMonths(from, startsAt) +
    (to.getTime() - startsAt.getTime()) / (endsAt.getTime() - startsAt.getTime())
  );
}

/** A thousandth of a millisecond: compensates floating-point error before rounding down. */
const roundingMs = 1e-3;

/**
 * Adds a number of months, fractions included: the inverse of `monthsBetween`, to the millisecond.
 */
export function afterMonths(from: Date, months: number): Date {
  const whole = Math.floor(months);
  const startsAt = addMonths(from, whole).getTime();
  const monthMs = addMonths(from, whole + 1).getTime() - startsAt;
  return new Date(startsAt + Math.floor((months - whole) * monthMs + roundingMs));
}
