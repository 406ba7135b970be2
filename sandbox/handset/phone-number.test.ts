import { expect, it } from 'vitest';
import { displayNumber, normalizeDigits } from './phone-number.ts';

it.each(['919876543210', '+91 98765-43210', '0091 98765 43210', '09876543210', '9876543210'])(
  'normalizes %j to the same number',
  (typed) => {
    expect(normalizeDigits(typed)).toBe('919876543210');
  },
);

it('keeps part of a number unchanged', () => {
  expect(normalizeDigits('98765')).toBe('98765');
  expect(normalizeDigits('nothing')).toBe('');
});

it('writes Indian numbers in groups', () => {
  expect(displayNumber('919876543210')).toBe('+91 98765 43210');
  expect(displayNumber('4915112345678')).toBe('+4915112345678');
});
