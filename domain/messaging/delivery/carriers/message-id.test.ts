import { expect, test } from 'vitest';
import { canonicalMessageId } from './message-id.ts';

test('an id returned in hexadecimal matches its receipt in decimal', () => {
  expect(canonicalMessageId('1A2B3C4D', 'hex')).toBe(canonicalMessageId('439041101', 'decimal'));
});

test('case, leading zeros and 0x do not matter in numbers', () => {
  expect(canonicalMessageId('0x00ab', 'hex')).toBe('171');
  expect(canonicalMessageId('00AB', 'hex')).toBe('171');
  expect(canonicalMessageId('000171', 'decimal')).toBe('171');
});

test('ids beyond 2^53 stay exact', () => {
  expect(canonicalMessageId('ffffffffffffffff', 'hex')).toBe('18446744073709551615');
});

test('text is compared as it is, but for blanks around it', () => {
  expect(canonicalMessageId(' 00aB-_c ', 'text')).toBe('00aB-_c');
});

test('an id that is no number of the configured kind is compared in lower case, without leading zeros', () => {
  expect(canonicalMessageId('0A-77', 'hex')).toBe('a-77');
  expect(canonicalMessageId('0A-77', 'text')).toBe('0A-77');
  expect(canonicalMessageId('12f', 'decimal')).toBe('12f');
  expect(canonicalMessageId('', 'decimal')).toBe('');
});
