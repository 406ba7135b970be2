import { expect, test } from 'vitest';
import { confirmRefusal, createTtlCache, rememberReads, withNewReads } from './ttl-cache.ts';

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

/** A changeable row, a cache of it, and a caller who is refused while the row says so. */
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

test('a refusal by what is cached is confirmed by what is read since', async () => {
  const { row, get, ask, tries } = aCachedRow(false);
  await get('a');
  row.isAllowed = true;
  expect(await ask()).toBe('done');
  expect([row.reads, tries()]).toEqual([2, 2]);
});

test('a refusal that stands is decided once, and a success reads nothing', async () => {
  const refused = aCachedRow(false);
  await refused.get('a');
  await expect(refused.ask()).rejects.toThrow('refused');
  expect([refused.row.reads, refused.tries()]).toEqual([2, 1]);

  const allowed = aCachedRow(true);
  await allowed.get('a');
  for (let i = 0; i < 5; i += 1) expect(await allowed.ask()).toBe('done');
  expect(allowed.row.reads).toBe(1);
});

test('what the work has read itself is not read again', async () => {
  const { row, ask } = aCachedRow(false);
  await expect(ask()).rejects.toThrow('refused');
  expect(row.reads).toBe(1);
});

test('a read that had begun before does not decide a refusal', async () => {
  const { row, get, ask } = aCachedRow(false);
  // This read has seen the old row, and is still running.
  const first = get('a');
  row.isAllowed = true;
  expect(await ask()).toBe('done');
  expect((await first).isAllowed).toBe(false);
});

test('many who are refused share reads, one at a time, and few in a second', async () => {
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

test('work that needs new values takes none from before', async () => {
  const { row, get } = aCachedRow(false);
  expect(await withNewReads(() => get('a'))).toEqual({ isAllowed: false });
  row.isAllowed = true;
  expect(await rememberReads(() => get('a'))).toEqual({ isAllowed: false });
  expect(await withNewReads(() => get('a'))).toEqual({ isAllowed: true });
});

test('when what is cached cannot be read again, the refusal is not given', async () => {
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
