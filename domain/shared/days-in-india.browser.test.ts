import { expect, test } from 'vitest';
import { lastDaysInIndia, toSheetTime } from './days-in-india.browser.ts';

test('lists days in India, up to today there', () => {
  expect(lastDaysInIndia(new Date('2026-02-28T18:29:59.999Z'), 1)).toEqual(['2026-02-28']);
  expect(lastDaysInIndia(new Date('2026-02-28T18:30:00.000Z'), 1)).toEqual(['2026-03-01']);
});

test('lists each day once, over the end of a month and of a year', () => {
  expect(lastDaysInIndia(new Date('2026-01-02T06:30:00Z'), 4)).toEqual([
    '2025-12-30',
    '2025-12-31',
    '2026-01-01',
    '2026-01-02',
  ]);
});

test('formats a time for a spreadsheet so that it is recognised as a time', () => {
  expect(toSheetTime(new Date('2026-12-31T18:30:00.999Z'))).toBe('2027-01-01 00:00:00');
});
