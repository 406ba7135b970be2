import { expect, test } from 'vitest';
import { createTtlCache } from './ttl-cache.ts';

test('those who ask at the same time share one load', async () => {
  let loads = 0;
  const get = createTtlCache(async (key) => `${key}${++loads}`, { ttlMs: 60_000, max: 10 });
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['a1', 'a1', 'b2']);
  expect(await get('a')).toBe('a1');
});

test('an answer older than its time is loaded again', async () => {
  let loads = 0;
  const get = createTtlCache(async () => ++loads, { ttlMs: 0, max: 10 });
  expect([await get('a'), await get('a')]).toEqual([1, 2]);
});

test('a failure is not cached', async () => {
  let loads = 0;
  const get = createTtlCache(
    async () => {
      if (++loads === 1) throw new Error('away');
      return loads;
    },
    { ttlMs: 60_000, max: 10 },
  );
  await expect(get('a')).rejects.toThrow('away');
  expect(await get('a')).toBe(2);
});

test('never stores more than its maximum', async () => {
  let loads = 0;
  const get = createTtlCache(async () => ++loads, { ttlMs: 60_000, max: 2 });
  for (const key of ['a', 'b', 'c', 'a']) await get(key);
  expect(loads).toBe(4);
});
