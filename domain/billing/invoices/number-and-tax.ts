import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';

/** The Indian financial year (April to March, IST), named by the year in which it begins. */
export function financialYear(at: Date): number {
  const there = new Date(at.getTime() + indiaOffsetMs);
  return there.getUTCFullYear() - (there.getUTCMonth() < 3 ? 1 : 0);
}

/**
 * Formats an invoice number such as `DK/26-27/000123`. CGST Rules, rule 46 (b): consecutive within
 * a financial year, at most 16 characters of letters, digits, dash and slash. With a two-character
 * prefix, 7 digits of serial fit.
 *
 * @param prefix 1 or 2 characters
 * @param serial counts from 1
 */
export function invoiceNumber(prefix: string, year: number, serial: number): string {
  const short = (full: number) => String(full % 100).padStart(2, '0');
  return `${prefix}/${short(year)}-${short(year + 1)}/${String(serial).padStart(6, '0')}`;
}

/** A price split into taxable value and tax, in paise; the three parts add up to the price. */
export type TaxSplit = {
  taxablePaise: number;
  /** Central tax (CGST). The State or Union territory tax is equal to it. */
  centralPaise: number;
  statePaise: number;
};

/**
 * Splits a tax-inclusive price. The two halves of the tax must be equal by law, so the taxable
 * value absorbs the rounding.
 *
 * @param rate in percent, both halves together
 */
export function splitTax(totalPaise: number, rate: number): TaxSplit {
  const half = Math.round((totalPaise * rate) / (100 + rate) / 2);
  return { taxablePaise: totalPaise - 2 * half, centralPaise: half, statePaise: half };
}
