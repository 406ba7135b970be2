import { expect, test } from 'vitest';
import { retry } from './retry.ts';

const failing = (times: number, message = 'away') => {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new Error(message);
    return tries;
  };
};
const isAway = (error: unknown) => error instanceof Error && error.message === 'away';

test('retries while shouldRetry is true and returns the result', async () => {
  expect(await retry(failing(3), { while: isAway, forMs: 5_000, everyMs: 1 })).toBe(4);
});

test('another error is thrown at once', async () => {
  const work = failing(1, 'a bug');
  await expect(retry(work, { while: isAway, forMs: 5_000, everyMs: 1 })).rejects.toThrow('a bug');
});

test('throws the last error after the time limit', async () => {
  const work = failing(Number.POSITIVE_INFINITY);
  await expect(retry(work, { while: isAway, forMs: 10, everyMs: 1 })).rejects.toThrow('away');
});
