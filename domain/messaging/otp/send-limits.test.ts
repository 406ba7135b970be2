import { expect, test } from 'vitest';
import { resendCooldownSeconds, secondsUntilAllowed } from './send-limits.ts';

const now = new Date('2026-11-20T12:00:00Z');
const minutesAgo = (...minutes: number[]) =>
  minutes.map((minute) => new Date(now.getTime() - minute * 60_000));

test('the wait before a resend grows 30, 60, 120, 300 seconds and stays there', () => {
  expect([1, 2, 3, 4, 5, 9].map(resendCooldownSeconds)).toEqual([30, 60, 120, 300, 300, 300]);
});

test.each([
  ['nothing was sent', [], 0],
  ['four in the hour', [1, 10, 20, 50], 0],
  ['five in the hour', [1, 10, 20, 30, 50], 600],
  ['five, one of them older than an hour', [1, 10, 20, 30, 61], 0],
  ['five in the hour, the newest last', [50, 30, 20, 10, 1], 600],
  ['ten, all of them older than a day', Array.from({ length: 10 }, (_, i) => 1_441 + i), 0],
  ['ten in the day', [70, 80, 90, 100, 110, 120, 130, 140, 150, 1_380], 3_600],
  ['ten in the day, five in the hour', [1, 2, 3, 4, 5, 120, 130, 140, 150, 160], 76_800],
])('at most 5 codes an hour and 10 a day to one number: %s', (_, minutes, seconds) => {
  expect(secondsUntilAllowed(minutesAgo(...minutes), now)).toBe(seconds);
});
