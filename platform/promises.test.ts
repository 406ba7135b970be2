import { expect, test, vi } from 'vitest';
import { coalesceCalls, retry } from './promises.ts';

const failing = (times: number, message = 'away') => {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new Error(message);
    return tries;
  };
};
const isAway = (error: unknown) => error instanceof Error && error.message === 'away';

test('retries while the error is retryable, and returns the result', async () => {
  expect(await retry(failing(3), { while: isAway, forMs: 5_000, everyMs: 1 })).toBe(4);
});

test('throws an error that is not retryable immediately, without a retry', async () => {
  const work = failing(1, 'a bug');
  await expect(retry(work, { while: isAway, forMs: 5_000, everyMs: 1 })).rejects.toThrow('a bug');
});

test('throws the last error after the time limit', async () => {
  const work = failing(Number.POSITIVE_INFINITY);
  await expect(retry(work, { while: isAway, forMs: 10, everyMs: 1 })).rejects.toThrow('away');
});

const options = { timeoutMs: 60_000, ttlMs: 60_000 };

test('concurrent callers, and callers that come shortly after the call has ended, share one result', async () => {
  const ask = vi.fn(async () => 7);
  const answer = coalesceCalls(ask, options);
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => answer()));
  expect(new Set(answers)).toEqual(new Set([7]));
  expect(await answer()).toBe(7);
  expect(ask).toHaveBeenCalledOnce();
});

test('a stale shared result causes a new call', async () => {
  let isUp = true;
  const answer = coalesceCalls(
    async () => {
      if (!isUp) throw new Error('away');
      return 'up';
    },
    { ...options, ttlMs: 0 },
  );
  expect(await answer()).toBe('up');
  isUp = false;
  expect(await answer()).toBeNull();
  isUp = true;
  expect(await answer()).toBe('up');
});

test('returns null after the timeout, and starts no second call while the first is still running', async () => {
  const ask = vi.fn(() => new Promise<void>(() => undefined));
  const answer = coalesceCalls(ask, { ...options, timeoutMs: 5 });
  expect(await Promise.all([answer(), answer()])).toEqual([null, null]);
  expect(await answer()).toBeNull();
  expect(ask).toHaveBeenCalledOnce();
});
