import { expect, test } from 'vitest';
import { toNumberRange } from './number-range.ts';

test('ten thousand numbers in a row have one prefix, and the next ones another', () => {
  expect(toNumberRange('+919876540000')).toBe('+91987654');
  expect(toNumberRange('+919876549999')).toBe(toNumberRange('+919876540000'));
  expect(toNumberRange('+919876550000')).not.toBe(toNumberRange('+919876540000'));
});
