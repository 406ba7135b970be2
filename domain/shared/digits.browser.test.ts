import { expect, test } from 'vitest';
import { foldDigits, nationalDigits } from './digits.browser.ts';

/** Numbering systems of ten digits; the others write numbers in words or by an algorithm. */
const systems = Intl.supportedValuesOf('numberingSystem').filter(
  (system) => !['hanidec'].includes(system),
);

test.each(systems)('folds the digits of the numbering system %s', (system) => {
  const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false });
  expect(foldDigits(format.format(9_876_543_210))).toBe('9876543210');
});

test('leaves other characters as they are', () => {
  expect(foldDigits('Ⅷ ½ ² ① 十 +91 अ')).toBe('Ⅷ ½ ² ① 十 +91 अ');
});

test.each([
  ['98765', '98765'],
  ['+91 98765', '98765'],
  ['\u202a+91 98765 43210\u202c', '9876543210'],
  ['+91 (0) 98765-43210', '9876543210'],
  ['0091 98765 43210', '9876543210'],
  ['+91+919876543210', '9876543210'],
  ['9199999999', '9199999999'],
  ['९८७६५', '98765'],
  ['nobody', ''],
])('the national digits of %j are %j', (typed, digits) => {
  expect(nationalDigits(typed)).toBe(digits);
});
