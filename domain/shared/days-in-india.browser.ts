/** The offset of India Standard Time from UTC, in milliseconds: +05:30, without daylight saving. */
export const indiaOffsetMs = 5.5 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** Lists the last `count` days in India including today, for example `2026-04-06`, oldest first. */
export function lastDaysInIndia(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const at = now.getTime() + indiaOffsetMs - (count - 1 - i) * dayMs;
    return new Date(at).toISOString().slice(0, 10);
  });
}

/** Returns the start of a day in India. @param day for example `2026-04-06` */
export const startOfDayInIndia = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - indiaOffsetMs);

/**
 * Formats a time as India time for a spreadsheet, for example `2026-11-27 23:17:05`. The heading of the column must name
 * the time zone.
 */
export const toSheetTime = (at: Date): string =>
  new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 19).replace('T', ' ');
