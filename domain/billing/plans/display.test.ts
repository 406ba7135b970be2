import { expect, test } from 'vitest';
import { displayPrice } from './display.ts';

test.each([
  [0, '₹0'],
  [19_900, '₹199'],
  [12_345_600, '₹1,23,456'],
  [19_950, '₹199.50'],
])('%i paise are %s', (paise, text) => {
  expect(displayPrice(paise)).toBe(text);
});
