import { expect, test } from 'vitest';
import { timeInput, timeOrDateInput } from './time-input.browser.ts';

const midnight = new Date('2026-11-20T00:00:00+05:30').getTime();

test.each([
  '2026-11-20T00:00:00+05:30',
  '2026-11-20T00:00:00+0530',
  '2026-11-20T00:00:00 05:30',
  '2026-11-20T00:00:00 0530',
  '2026-11-20 00:00:00+05:30',
  '2026-11-20 00:00:00 +0530',
  '2026-11-20T00:00+05:30',
  '2026-11-20T00:00:00.000000+05:30',
  '2026-11-19T18:30:00Z',
  '2026-11-19t18:30:00z',
  '2026-11-19T18:30:00+00:00',
  '2026-11-19T18:30:00+00',
  '2026-11-19T13:30:00-0500',
  ' 2026-11-20T00:00:00+05:30 ',
])('reads %j as midnight in India', (typed) => {
  expect(new Date(timeInput.parse(typed)).getTime()).toBe(midnight);
});

test('timeOrDateInput reads a date as midnight in India, and timeInput refuses dates', () => {
  expect(new Date(timeOrDateInput.parse('2026-11-20')).getTime()).toBe(midnight);
  expect(new Date(timeOrDateInput.parse('2026-11-19T18:30:00Z')).getTime()).toBe(midnight);
  expect(timeInput.safeParse('2026-11-20').success).toBe(false);
});

test.each([
  '2026-11-20T00:00:00',
  '20/11/2026',
  '2026-13-40',
  '2026-11-20T25:00:00Z',
  '1795000000',
  '',
  'yesterday',
])('refuses the time %j', (typed) => {
  expect(timeInput.safeParse(typed).success).toBe(false);
});
