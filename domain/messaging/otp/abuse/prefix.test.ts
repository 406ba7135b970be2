import { expect, test } from 'vitest';
import { prefixOf } from './prefix.ts';

test('ten thousand numbers in a row have one prefix, and the next ones another', () => {
  expect(prefixOf('+919876540000')).toBe('+91987654');
  expect(prefixOf('+919876549999')).toBe(prefixOf('+919876540000'));
  expect(prefixOf('+919876550000')).not.toBe(prefixOf('+919876540000'));
});
