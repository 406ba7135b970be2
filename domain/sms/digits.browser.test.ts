import { expect, test } from 'vitest';
import { foldDigits, nationalDigits, normalizeCode } from './digits.browser.ts';

/** The numbering systems of `Intl`, except `hanidec`, whose digits are not of the Unicode category Nd. */
const systems = Intl.supportedValuesOf('numberingSystem').filter(
  (system) => !['hanidec'].includes(system),
);

test.each(systems)('digits of the numbering system %s are converted to ASCII digits', (system) => {
  const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false });
  expect(foldDigits(format.format(9_876_543_210))).toBe('9876543210');
});

test('does not change characters that are not decimal digits', () => {
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
  ['+91 91999 99999', '9199999999'],
  ['+91 91', '91'],
  ['91987654321', '987654321'],
  ['000919876543210', '9876543210'],
  ['९८७६५', '98765'],
  ['nobody', ''],
])('the national digits of %j are %j', (typed, digits) => {
  expect(nationalDigits(typed)).toBe(digits);
});

test.each([
  ['482158', '482158'],
  [' 482 158\n', '482158'],
  ['482-158', '482158'],
  ['482\u2013158', '482158'],
  ['482\u00a0158', '482158'],
  ['G-482158', '482158'],
  [' G-482158', '482158'],
  ['FB\u2011482158', '482158'],
  ['\u200e482158', '482158'],
  ['४८२१५८', '482158'],
  ['৪৮২১৫৮', '482158'],
  ['۴۸۲ ۱۵۸', '482158'],
  ['௪௮௨-௧௫௮', '482158'],
  ['G-४८२१५८', '482158'],
  ['\u20684\u200b82158\u2069', '482158'],
  ['4\ufe0f82158', '482158'],
  ['4\ufe0f\u20e38\ufe0f\u20e32\u20e3158', '482158'],
  ['482\u3164158', '482158'],
  ['482\u2800158', '482158'],
  ['482\ufffc158', '482158'],
  ['\u115f482158', '482158'],
  ['482\u034f158', '482158'],
  ['482\u2212158', '482158'],
  ['\uff14\uff18\uff12\uff11\uff15\uff18', '482158'],
])('finds the whole code in %j', (typed, code) => {
  expect(normalizeCode(typed)).toBe(code);
});

test.each(['abc123', '48.2158', 'CODE-482158', '+482158', '48G-2158'])(
  'does not turn %j into a valid code',
  (typed) => {
    expect(normalizeCode(typed)).not.toMatch(/^\d{4,6}$/);
  },
);
