import { expect, test } from 'vitest';
import { formatShortDate } from '#domain/shared/format.browser.ts';
import { formatExtraTime, paymentMethodLabel } from './labels.ts';

const hour = 3_600_000;

test.each([
  [2.985 * 24 * hour, '3 more days'],
  [24 * hour, '1 more day'],
  [11 * hour, '11 more hours'],
  [hour, '1 more hour'],
  [1, 'less than an hour more'],
])('formats %d ms as %s', (ms, words) => {
  expect(formatExtraTime(ms)).toBe(words);
});

test.each([
  ['upi', 'UPI'],
  ['card', 'Card'],
  ['netbanking', 'Net banking'],
  ['a_new_way', 'A new way'],
  [null, null],
])('labels payment method %s as %s', (method, words) => {
  expect(paymentMethodLabel(method)).toBe(words);
});

test('formats dates in India time', () => {
  expect(formatShortDate(new Date('2026-12-31T18:30:00.000Z'))).toBe('Jan 1, 2027');
});
