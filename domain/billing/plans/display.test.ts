import { expect, test } from 'vitest';
import { displayPrice, isContactSales } from './display.ts';

test.each([
  [0, '₹0'],
  [19_900, '₹199'],
  [12_345_600, '₹1,23,456'],
  [19_950, '₹199.50'],
])('%i paise are %s', (paise, text) => {
  expect(displayPrice(paise)).toBe(text);
});

test.each([
  [{ name: 'Enterprise', price: 0 }, true],
  [{ name: 'Enterprise', price: 99_900 }, true],
  [{ name: 'Custom', price: 0 }, true],
  [{ name: 'Basic', price: 199 }, false],
])('%j is sold in a talk: %s', (plan, expected) => {
  expect(isContactSales(plan)).toBe(expected);
});
