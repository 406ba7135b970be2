import { expect, test } from 'vitest';
import {
  findZone,
  formatCount,
  formatDuration,
  formatHour,
  formatMoment,
  formatPrice,
  formatRupees,
  formatShare,
} from './format.browser.ts';

test('groups digits like in India', () => {
  expect([0, 1_999, 100_000].map(formatCount)).toEqual(['0', '1,999', '1,00,000']);
});

test.each([
  [0, '₹0', '₹0.00'],
  [19_900, '₹199', '₹199.00'],
  [12_345_600, '₹1,23,456', '₹1,23,456.00'],
  [19_950, '₹199.50', '₹199.50'],
  [123_456_780, '₹12,34,567.80', '₹12,34,567.80'],
])('%i paise are %s as a price, and %s as an amount', (paise, price, amount) => {
  expect([formatPrice(paise), formatRupees(paise)]).toEqual([price, amount]);
});

test.each([
  [0, 0, '–'],
  [0, 7, '0%'],
  [7, 7, '100%'],
  [2, 3, '66.6%'],
  [29, 100, '29%'],
  [999_999, 1_000_000, '99.9%'],
])('formats the share %i of %i as %s', (part, of, words) => {
  expect(formatShare(part, of)).toBe(words);
});

test.each([
  [87, '87 ms'],
  [1_440, '1.4 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [1_234_000, '1,234 s'],
])('formats %i ms as %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});

test('formats a time in a time zone, by default in India time', () => {
  const at = new Date('2026-09-27T18:35:09.123Z');
  expect([formatMoment(at), formatMoment(at, 'medium'), formatHour(at)]).toEqual([
    '28 Sep 2026, 00:05',
    '28 Sep 2026, 00:05:09',
    '28 Sep, 00:05',
  ]);
  expect(formatMoment(at, 'short', 'America/New_York')).toBe('27 Sep 2026, 14:35');
  expect(formatMoment(new Date('2026-04-06T00:00:00Z'))).toBe('6 Apr 2026, 05:30');
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', null],
  ['+05:17', null],
  ['<script>', null],
  ['', null],
])('findZone normalizes %j to %j', (name, zone) => {
  expect(findZone(name)).toBe(zone);
});
