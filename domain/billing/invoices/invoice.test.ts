import fc from 'fast-check';
import { expect, test } from 'vitest';
import { financialYear, invoiceNumber, splitTax } from './issue-invoice.ts';
import { amountInWords } from './render-invoice-pdf.ts';

test.each([
  ['2026-03-31T18:29:59.999Z', 2025],
  ['2026-03-31T18:30:00.000Z', 2026],
  ['2026-12-31T12:00:00.000Z', 2026],
  ['2027-01-01T00:00:00.000Z', 2026],
])(
  'assigns %s to the financial year that began in %d, because the year changes at midnight in India',
  (at, year) => {
    expect(financialYear(new Date(at))).toBe(year);
  },
);

test('an invoice number contains its year, and stays within 16 characters with up to ten million invoices a year', () => {
  expect(invoiceNumber('DK', 2026, 123)).toBe('DK/26-27/000123');
  expect(invoiceNumber('DK', 2099, 1)).toBe('DK/99-00/000001');
  expect(invoiceNumber('DK', 2026, 9_999_999)).toHaveLength(16);
});

test('divides a price into its taxable value and two equal halves of the tax', () => {
  expect(splitTax(99_900, 18)).toEqual({
    taxablePaise: 84_662,
    centralPaise: 7_619,
    statePaise: 7_619,
  });
});

test('taxable value and taxes add up to any price at the given rate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 2 ** 31 - 1 }), fc.nat(40), (price, rate) => {
      const { taxablePaise, centralPaise, statePaise } = splitTax(price, rate);
      expect(taxablePaise + centralPaise + statePaise).toBe(price);
      expect(centralPaise).toBe(statePaise);
      // Rounding changes each half of the tax by at most half a paisa, and so the taxable value by at most one paisa.
      expect(Math.abs((taxablePaise * rate) / 200 - centralPaise)).toBeLessThanOrEqual(0.71);
    }),
  );
});

test.each([
  [100, 'Rupees One Only'],
  [50, 'Rupees Zero and Fifty Paise Only'],
  [19_900, 'Rupees One Hundred Ninety-Nine Only'],
  [99_950, 'Rupees Nine Hundred Ninety-Nine and Fifty Paise Only'],
  [1_000_000, 'Rupees Ten Thousand Only'],
  [10_000_001, 'Rupees One Lakh and One Paise Only'],
  [
    12_34_56_789 * 100,
    'Rupees Twelve Crore Thirty-Four Lakh Fifty-Six Thousand Seven Hundred Eighty-Nine Only',
  ],
])('writes an amount of %d paise as %s', (paise, words) =>
  expect(amountInWords(paise)).toBe(words),
);
