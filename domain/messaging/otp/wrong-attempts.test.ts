import { expect, test } from 'vitest';
import {
  type OtpAttempts,
  resendCooldownSeconds,
  secondsUntilAllowed,
  secondsUntilAttempts,
} from './wrong-attempts.ts';

const now = new Date('2026-11-22T12:00:00Z');

const sentNow = new Date('2026-11-20T12:00:00Z');
const minutesAgo = (...minutes: number[]) =>
  minutes.map((minute) => new Date(sentNow.getTime() - minute * 60_000));

test('requires a wait of 30, 60 and 120 seconds before the first three resends, and of 300 seconds before each later resend', () => {
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
])('allows 5 codes an hour and 10 a day to one number: %s', (_, minutes, seconds) => {
  expect(secondsUntilAllowed(minutesAgo(...minutes), sentNow)).toBe(seconds);
});

const code = (minutesAgo: number, attempts: number, state = 'expired'): OtpAttempts => ({
  ...{ attempts, state },
  createdAt: new Date(now.getTime() - minutesAgo * 60_000),
});

test.each<[string, OtpAttempts[], number]>([
  ['nothing was tried', [code(10, 0)], 0],
  ['four tries are spread over codes', [code(50, 2), code(10, 2)], 0],
  ['five tries are spread over codes', [code(50, 2), code(10, 3)], 10 * 60],
  ['all five are at the newest', [code(50, 2), code(10, 5)], 50 * 60],
  ['the older ones have lapsed', [code(61, 5), code(10, 4)], 0],
  ['a code was verified since', [code(50, 5), code(20, 3, 'verified'), code(10, 4)], 0],
  ['the newest code was verified', [code(50, 5), code(10, 5, 'verified')], 0],
  ['ten tries were made in a day', [code(600, 5), code(300, 5)], (24 - 10) * 3_600],
  ['ten tries were made, some of them two days ago', [code(2_000, 5), code(300, 5)], 0],
])('returns the seconds until a number has attempts again, if %s', (_, codes, seconds) => {
  expect(secondsUntilAttempts(codes, now)).toBe(seconds);
});
