import { expect, test } from 'vitest';
import { confirmRefusal, createTtlCache, rememberReads, withNewReads } from './ttl-cache.ts';

test('concurrent calls share one load', async () => {
  let loads = 0;
  const get = createTtlCache(async (key) => `${key}${++loads}`, { ttlMs: 60_000, max: 10 });
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['a1', 'a1', 'b2']);
  expect(await get('a')).toBe('a1');
});

test('loads a value again when it is older than the TTL', async () => {
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

test('the cache never stores more entries than its maximum', async () => {
  let loads = 0;
  const get = createTtlCache(async () => ++loads, { ttlMs: 60_000, max: 2 });
  for (const key of ['a', 'b', 'c', 'a']) await get(key);
  expect(loads).toBe(4);
});

/**
 * Creates a row that the test can change, a cache of the row, and a function that is refused while the row it reads has
 * `isAllowed` false.
 */
function aCachedRow(isAllowed: boolean) {
  const row = { isAllowed, reads: 0, atOnce: 0, mostAtOnce: 0 };
  const get = createTtlCache(
    async () => {
      row.reads += 1;
      row.atOnce += 1;
      row.mostAtOnce = Math.max(row.mostAtOnce, row.atOnce);
      const value = { isAllowed: row.isAllowed };
      await new Promise(setImmediate);
      row.atOnce -= 1;
      return value;
    },
    { ttlMs: 60_000, max: 10 },
  );
  let tries = 0;
  const ask = () =>
    confirmRefusal(
      async () => {
        tries += 1;
        if (!(await get('a')).isAllowed) throw new Error('refused');
        return 'done';
      },
      ({ status }) => status === 'rejected',
    );
  return { row, get, ask, tries: () => tries };
}

test('if work is refused because of a cached value, reads the value again before refusing', async () => {
  const { row, get, ask, tries } = aCachedRow(false);
  await get('a');
  row.isAllowed = true;
  expect(await ask()).toBe('done');
  expect([row.reads, tries()]).toEqual([2, 2]);
});

test('if the new read confirms the refusal, the work does not run again; if the work succeeds, nothing is read again', async () => {
  const refused = aCachedRow(false);
  await refused.get('a');
  await expect(refused.ask()).rejects.toThrow('refused');
  expect([refused.row.reads, refused.tries()]).toEqual([2, 1]);

  const allowed = aCachedRow(true);
  await allowed.get('a');
  for (let i = 0; i < 5; i += 1) expect(await allowed.ask()).toBe('done');
  expect(allowed.row.reads).toBe(1);
});

test('values that the work itself has loaded are not read again', async () => {
  const { row, ask } = aCachedRow(false);
  await expect(ask()).rejects.toThrow('refused');
  expect(row.reads).toBe(1);
});

test('a read that began before the refusal does not confirm the refusal', async () => {
  const { row, get, ask } = aCachedRow(false);
  // This read has seen the old row, and is still running.
  const first = get('a');
  row.isAllowed = true;
  expect(await ask()).toBe('done');
  expect((await first).isAllowed).toBe(false);
});

test('many refused callers share reads, which run one at a time and at a limited rate', async () => {
  const { row, get, ask } = aCachedRow(false);
  await get('a');
  const began = performance.now();
  const rounds = 5;
  for (let round = 0; round < rounds; round += 1) {
    const refused = await Promise.allSettled(Array.from({ length: 200 }, ask));
    expect(refused.every(({ status }) => status === 'rejected')).toBe(true);
  }
  expect(row.reads).toBeLessThanOrEqual(1 + rounds);
  expect(row.mostAtOnce).toBe(1);
  expect(performance.now() - began).toBeGreaterThan((rounds - 1) * 19);
});

test('withNewReads uses no value that was read before', async () => {
  const { row, get } = aCachedRow(false);
  expect(await withNewReads(() => get('a'))).toEqual({ isAllowed: false });
  row.isAllowed = true;
  expect(await rememberReads(() => get('a'))).toEqual({ isAllowed: false });
  expect(await withNewReads(() => get('a'))).toEqual({ isAllowed: true });
});

test('if the cached value cannot be read again, the work throws instead of refusing', async () => {
  let loads = 0;
  const get = createTtlCache(
    async () => {
      if (++loads > 1) throw new Error('away');
      return false;
    },
    { ttlMs: 60_000, max: 10 },
  );
  await get('a');
  const ask = confirmRefusal(
    () => get('a'),
    (outcome) => outcome.status === 'fulfilled' && !outcome.value,
  );
  await expect(ask).rejects.toThrow('away');
});
