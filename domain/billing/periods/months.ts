/** A usage month: `startsAt` inclusive, `endsAt` exclusive. */
export type UsageMonth = { startsAt: Date; endsAt: Date };

/**
 * The usage month that contains `now`, counted from the day the plan began. A plan begun on the
 * 31st renews on the last day of shorter months, and on the 31st where there is one.
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

/** Adds calendar months in UTC; a day that the target month lacks becomes its last day. */
export function addMonths(from: Date, months: number): Date {
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0));
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay.getUTCDate()));
  return moved;
}
