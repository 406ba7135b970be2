import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';

/** A month in India: of a message, the month in which it was accepted. */
export type Month = {
  year: number;
  /** From 1 to 12; beyond, of the years before or after. */
  month: number;
};

/** The month of a moment. @param at milliseconds since 1970 */
export function monthAt(at: number): Month {
  const date = new Date(at + indiaOffsetMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** The first millisecond of a month, since 1970. */
export const startOf = ({ year, month }: Month): number =>
  Date.UTC(year, month - 1) - indiaOffsetMs;

/** The month after some others. */
export const after = ({ year, month }: Month, count: number): Month =>
  monthAt(startOf({ year, month: month + count }));

/** As in the names of tables: `2026_04`. */
export const suffixOf = ({ year, month }: Month): string =>
  `${year}_${String(month).padStart(2, '0')}`;

/** What follows the name of the partitioned table in a partition's: `2026_04`, or `first`. */
export const suffixIn = ({ table, name }: { table: string; name: string }): string =>
  name.slice(table.length + 1);
