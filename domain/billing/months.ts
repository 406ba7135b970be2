import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';

/** A usage month: `startsAt` inclusive, `endsAt` exclusive. */
export type UsageMonth = { startsAt: Date; endsAt: Date };

/** Shifts a time so that its UTC fields show the date and time in India. */
const inIndia = (time: Date): Date => new Date(time.getTime() + indiaOffsetMs);

/**
 * The usage month that contains `now`, counted from the day in India on which the plan began. For a plan that began on the
 * 31st, a usage month begins on the last day of a shorter month, and on the 31st of other months.
 *
 * @param anchor when the plan began
 */
export function usageMonthAt(anchor: Date, now: Date): UsageMonth {
  let months = countMonths(anchor, now);
  if (addMonths(anchor, months) > now) months -= 1;
  return { startsAt: addMonths(anchor, months), endsAt: addMonths(anchor, months + 1) };
}

/** The number of calendar months in India from one time to another. */
function countMonths(from: Date, to: Date): number {
  const [a, b] = [inIndia(from), inIndia(to)];
  return (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
}

/** Adds calendar months in India; if the target month lacks the day, the result is the last day of that month. */
export const addMonths = (from: Date, months: number): Date =>
  new Date(addMonthsByUtc(inIndia(from), months).getTime() - indiaOffsetMs);

/**
 * The number of months between two times: the whole months since `from`, plus the elapsed share of the next month. It is 0 if
 * `to` is not later than `from`.
 */
export function monthsBetween(from: Date, to: Date): number {
  if (to <= from) return 0;
  const { startsAt, endsAt } = usageMonthAt(from, to);
  return (
    countMonths(from, startsAt) +
    (to.getTime() - startsAt.getTime()) / (endsAt.getTime() - startsAt.getTime())
  );
}

/** A thousandth of a millisecond, which is added before rounding down to compensate floating-point error. */
const roundingMs = 1e-3;

/** Adds a number of months, which may have a fraction. It is the inverse of `monthsBetween`, exact to the millisecond. */
export function afterMonths(from: Date, months: number): Date {
  const whole = Math.floor(months);
  const startsAt = addMonths(from, whole).getTime();
  const monthMs = addMonths(from, whole + 1).getTime() - startsAt;
  return new Date(startsAt + Math.floor((months - whole) * monthMs + roundingMs));
}

/** Whether a stored month was counted by the UTC calendar. `anchor` is when the plan began. */
export function isByUtc(anchor: Date, { startsAt, endsAt }: UsageMonth): boolean {
  const years = startsAt.getUTCFullYear() - anchor.getUTCFullYear();
  const months = years * 12 + startsAt.getUTCMonth() - anchor.getUTCMonth();
  const ends = [months, months + 1].map((count) => addMonthsByUtc(anchor, count).getTime());
  return ends[0] === startsAt.getTime() && ends[1] === endsAt.getTime();
}

/** Adds calendar months in UTC, as the product did until November 2026. */
export function addMonthsByUtc(from: Date, months: number): Date {
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0));
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay.getUTCDate()));
  return moved;
}
