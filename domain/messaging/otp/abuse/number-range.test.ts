import { expect, test } from 'vitest';
import { numberRangeOf } from './number-range.ts';

test('ten thousand numbers in a row have one prefix, and the next ones another', () => {
  expect(numberRangeOf('+919876540000')).toBe('+91987654');
  expect(numberRangeOf('+919876549999')).toBe(numberRangeOf('+919876540000'));
  expect(numberRangeOf('+919876550000')).not.toBe(numberRangeOf('+919876540000'));
});
