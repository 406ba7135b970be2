import { expect, test } from 'vitest';
import { formatCount, formatPrice, formatRupees, formatShare } from './format-number.browser.ts';

test('groups digits as in India', () => {
  expect([0, 1_999, 100_000].map(formatCount)).toEqual(['0', '1,999', '1,00,000']);
});

test.each([
  [0, '₹0', '₹0.00'],
  [19_900, '₹199', '₹199.00'],
  [12_345_600, '₹1,23,456', '₹1,23,456.00'],
  [19_950, '₹199.50', '₹199.50'],
  [123_456_780, '₹12,34,567.80', '₹12,34,567.80'],
])('%i paise are %s as a price, and %s as an amount', (paise, price, amount) => {
  expect([formatPrice(paise), formatRupees(paise)]).toEqual([price, amount]);
});

test.each([
  [0, 0, '–'],
  [0, 7, '0%'],
  [7, 7, '100%'],
  [2, 3, '66.6%'],
  [29, 100, '29%'],
  [999_999, 1_000_000, '99.9%'],
])('formats %i of %i as %s', (part, of, words) => {
  expect(formatShare(part, of)).toBe(words);
});
