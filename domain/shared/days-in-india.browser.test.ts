import { expect, test } from 'vitest';
import { lastDaysInIndia, toSheetTime } from './days-in-india.browser.ts';

test('lists the days in India, up to today in India', () => {
  expect(lastDaysInIndia(new Date('2026-02-28T18:29:59.999Z'), 1)).toEqual(['2026-02-28']);
  expect(lastDaysInIndia(new Date('2026-02-28T18:30:00.000Z'), 1)).toEqual(['2026-03-01']);
});

test('lists each day once, even across the end of a month and a year', () => {
  expect(lastDaysInIndia(new Date('2026-01-02T06:30:00Z'), 4)).toEqual([
    '2025-12-30',
    '2025-12-31',
    '2026-01-01',
    '2026-01-02',
  ]);
});

test('formats a time so that a spreadsheet recognises it as a time', () => {
  expect(toSheetTime(new Date('2026-12-31T18:30:00.999Z'))).toBe('2027-01-01 00:00:00');
});
