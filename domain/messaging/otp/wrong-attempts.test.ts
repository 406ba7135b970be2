import { expect, test } from 'vitest';
import { type OtpAttempts, secondsUntilAttempts } from './wrong-attempts.ts';

const now = new Date('2026-11-22T12:00:00Z');
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
])('says how long to wait where %s', (_, codes, seconds) => {
  expect(secondsUntilAttempts(codes, now)).toBe(seconds);
});
