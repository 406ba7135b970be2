import { expect, test } from 'vitest';
import { formatApproxDuration, formatDay, formatWeekday } from './stats-card.tsx';

test.each([
  [10.4, '10 ms'],
  [324, '320 ms'],
  [996, '1 s'],
  [1_414, '1.4 s'],
  [59_400, '59 s'],
  [59_900, '1 min'],
  [150_000, '2.5 min'],
  [3_600_000, '1 h'],
  [47 * 3_600_000, '47 h'],
  [60 * 3_600_000, '2.5 days'],
])('formats %i ms as roughly %s', (ms, words) => {
  expect(formatApproxDuration(ms)).toBe(words);
});

test('formats a day in India time in any time zone', () => {
  expect(formatDay('2026-11-19')).toBe('19 Nov');
  expect(formatWeekday('2026-11-19')).toBe('Thu, 19 Nov');
});
