import { expect, test, vi } from 'vitest';
import { coalesceCalls } from './coalesce-calls.ts';

const options = { timeoutMs: 60_000, ttlMs: 60_000 };

test('concurrent callers, and those just after, share one result', async () => {
  const ask = vi.fn(async () => 7);
  const answer = coalesceCalls(ask, options);
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => answer()));
  expect(new Set(answers)).toEqual(new Set([7]));
  expect(await answer()).toBe(7);
  expect(ask).toHaveBeenCalledOnce();
});

test('a stale result is computed again', async () => {
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

test('returns null after the timeout and does not start a second call', async () => {
  const ask = vi.fn(() => new Promise<void>(() => undefined));
  const answer = coalesceCalls(ask, { ...options, timeoutMs: 5 });
  expect(await Promise.all([answer(), answer()])).toEqual([null, null]);
  expect(await answer()).toBeNull();
  expect(ask).toHaveBeenCalledOnce();
});
