import { expect, test } from 'vitest';
import { concatenationHeader } from './user-data-header.ts';

test('a segment names its message, how many there are, and its place', () => {
  expect(concatenationHeader(0x2a, 3, 2).toString('hex')).toBe('0500032a0302');
});

test('a reference of 16 bits is cut to the 8 that the header has', () => {
  expect(concatenationHeader(0x12ff, 2, 1).toString('hex')).toBe('050003ff0201');
});

test('a segment beyond the last is refused', () => {
  expect(() => concatenationHeader(1, 2, 3)).toThrow('Invariant');
});
