/** India has one time zone and no summer time. */
const indiaMs = 5.5 * 3_600_000;

/** The financial year, April to March in India, named by the year in which it begins. */
export function financialYear(at: Date): number {
  const there = new Date(at.getTime() + indiaMs);
  return there.getUTCFullYear() - (there.getUTCMonth() < 3 ? 1 : 0);
}

/**
 * The number of an invoice, such as `DK/26-27/000123`: consecutive within a financial year, and at
 * most 16 characters of letters, digits, dash and slash (CGST Rules, rule 46 (b)). There is room for
 * ten million a year.
 *
 * @param prefix 1 or 2 characters
 * @param serial from 1 on
 */
export function invoiceNumber(prefix: string, year: number, serial: number): string {
  const short = (full: number) => String(full % 100).padStart(2, '0');
  return `${prefix}/${short(year)}-${short(year + 1)}/${String(serial).padStart(6, '0')}`;
}
