/** India Standard Time, UTC+05:30 without daylight saving. */
export const indiaOffsetMs = 5.5 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** The last days in India up to today, such as `2026-04-06`, oldest first. */
export function lastDaysInIndia(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const at = now.getTime() + indiaOffsetMs - (count - 1 - i) * dayMs;
    return new Date(at).toISOString().slice(0, 10);
  });
}

/** When a day in India began, such as `2026-04-06`. */
export const startOfDayInIndia = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - indiaOffsetMs);

/** Formats a time in India for a spreadsheet whose heading says so, such as `2026-11-27 23:17:05`. */
export const toSheetTime = (at: Date): string =>
  new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 19).replace('T', ' ');
