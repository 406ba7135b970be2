/** A month of use, `startsAt` included, `endsAt` not. */
export type UsageMonth = { startsAt: Date; endsAt: Date };

/**
 * The month of use in which `now` lies, counted from the day the plan began.
 *
 * A plan begun on the 31st turns over on the last day of shorter months, and on the 31st again
 * where there is one.
 *
 * @param anchor when the plan began
 */
export function usageMonthAt(anchor: Date, now: Date): UsageMonth {
  let months =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 +
    (now.getUTCMonth() - anchor.getUTCMonth());
  if (addMonths(anchor, months) > now) months -= 1;
  return { startsAt: addMonths(anchor, months), endsAt: addMonths(anchor, months + 1) };
}

/** The same day and time so many months later, or the month's last day if it is shorter. */
export function addMonths(from: Date, months: number): Date {
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0));
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay.getUTCDate()));
  return moved;
}
