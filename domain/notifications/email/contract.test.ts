import { expect, test } from 'vitest';
import { emailRetryDelayMs, emailRetryWindowMs } from './contract.ts';

test('a rejected email is retried with increasing delays', () => {
  const seconds = [1, 2, 3, 4, 5, 6, 40].map(
    (attempts) => Number(emailRetryDelayMs(attempts, 0)) / 1_000,
  );
  expect(seconds).toEqual([10, 60, 300, 1_800, 7_200, 7_200, 7_200]);
});

test('retries end a day after the email was enqueued', () => {
  expect(emailRetryDelayMs(5, emailRetryWindowMs - 7_200_001)).toBe(7_200_000);
  expect(emailRetryDelayMs(5, emailRetryWindowMs - 7_200_000)).toBeNull();
});
