import { expect, test, vi } from 'vitest';
import { createSharedCheck } from './shared-check.ts';

const options = { limitMs: 60_000, freshMs: 60_000 };

test('who asks at the same time, or in the moment after, shares one check', async () => {
  const ask = vi.fn(async () => undefined);
  const check = createSharedCheck(ask, options);
  expect(await Promise.all(Array.from({ length: 1_000 }, () => check()))).not.toContain(false);
  expect(await check()).toBe(true);
  expect(ask).toHaveBeenCalledOnce();
});

test('an answer that is not fresh any more is asked for again', async () => {
  let isUp = true;
  const check = createSharedCheck(
    async () => {
      if (!isUp) throw new Error('away');
    },
    { ...options, freshMs: 0 },
  );
  expect(await check()).toBe(true);
  isUp = false;
  expect(await check()).toBe(false);
  isUp = true;
  expect(await check()).toBe(true);
});

test('a check that hangs is a no after its limit, and no second one is begun beside it', async () => {
  const ask = vi.fn(() => new Promise<void>(() => undefined));
  const check = createSharedCheck(ask, { ...options, limitMs: 5 });
  expect(await Promise.all([check(), check()])).toEqual([false, false]);
  expect(await check()).toBe(false);
  expect(ask).toHaveBeenCalledOnce();
});
