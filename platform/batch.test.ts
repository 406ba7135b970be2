import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBatch } from './batch.ts';

/** A flush whose end the test decides, and which remembers what it was given. */
function heldFlush() {
  const flushes: { items: number[]; end: (error?: Error) => void }[] = [];
  const flush = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(items.map((i) => i * 10)));
      flushes.push({ items, end });
    });
  return { flushes, flush };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('items of one turn are flushed together, and each gets its own result', async () => {
  const { flushes, flush } = heldFlush();
  const add = createBatch(flush, { max: 100 });
  const results = Promise.all([add(1), add(2), add(3)]);
  await turn();
  expect(flushes.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  flushes[0]?.end();
  expect(await results).toEqual([10, 20, 30]);
});

test('items that arrive during a flush go into the next one, one flush at a time', async () => {
  const { flushes, flush } = heldFlush();
  const add = createBatch(flush, { max: 100 });
  const first = add(1);
  await turn();
  const rest = Promise.all([add(2), add(3)]);
  await turn();
  expect(flushes).toHaveLength(1);
  flushes[0]?.end();
  await first;
  await turn();
  expect(flushes[1]?.items).toEqual([2, 3]);
  flushes[1]?.end();
  expect(await rest).toEqual([20, 30]);
});

test('a flush takes no more than its weight, but always one', async () => {
  const { flushes, flush } = heldFlush();
  const add = createBatch(flush, { max: 10, weigh: (item) => item });
  const results = Promise.all([add(6), add(4), add(1), add(50)]);
  for (let i = 0; i < 3; i++) {
    await turn();
    flushes[i]?.end();
    await turn();
  }
  await results;
  expect(flushes.map(({ items }) => items)).toEqual([[6, 4], [1], [50]]);
});

test('a flush that fails rejects its own items, and the next goes on', async () => {
  const { flushes, flush } = heldFlush();
  const add = createBatch(flush, { max: 1 });
  const [first, second] = [add(1), add(2)];
  await turn();
  flushes[0]?.end(new Error('the database is away'));
  await expect(first).rejects.toThrow('the database is away');
  await turn();
  flushes[1]?.end();
  expect(await second).toBe(20);
});

test('with a gap the first is flushed at once, and those that come soon after wait together', async () => {
  const sizes: number[] = [];
  const add = createBatch(
    async (items: number[]) => {
      sizes.push(items.length);
      return items;
    },
    { max: 100, minIntervalMs: 50 },
  );
  await add(1);
  const rest: Promise<number>[] = [];
  for (let i = 0; i < 5; i++) {
    rest.push(add(i));
    await turn();
  }
  await Promise.all(rest);
  expect(sizes).toEqual([1, 5]);
});

const dataError = () => Object.assign(new Error('smallint out of range'), { code: '22003' });

test('a flush that fails for its data is split until only the guilty items fail, whichever they are', async () => {
  const flags = fc.oneof(
    fc.array(fc.boolean(), { minLength: 1, maxLength: 200 }),
    // Few among many, as an attack would be.
    fc.array(
      fc.nat(99).map((n) => n === 0),
      { minLength: 100, maxLength: 300 },
    ),
  );
  // A failure prints the seed, and the smallest set of guilty items that it can find.
  await fc.assert(fc.asyncProperty(flags, splitsOff), { numRuns: 200 });
});

/** Flushes an item for each flag; those with a true one are guilty. */
async function splitsOff(isGuilty: boolean[]): Promise<void> {
  const done: number[] = [];
  let flushes = 0;
  const add = createBatch(
    async (items: number[]) => {
      flushes += 1;
      if (items.some((item) => isGuilty[item])) throw dataError();
      done.push(...items);
      return items.map((item) => item * 10);
    },
    { max: 1_000 },
  );
  const results = await Promise.allSettled(isGuilty.map((_, i) => add(i)));
  const expected = isGuilty.map((guilty, i) => (guilty ? 'rejected' : i * 10));
  expect(results.map((r) => (r.status === 'fulfilled' ? r.value : r.status))).toEqual(expected);
  // Each innocent item once, in the order in which they came.
  expect(done).toEqual(isGuilty.flatMap((guilty, i) => (guilty ? [] : [i])));
  const guilty = isGuilty.filter(Boolean).length;
  expect(flushes).toBeLessThanOrEqual(2 * guilty * Math.ceil(Math.log2(isGuilty.length)) + 1);
}

const timeout = () => Object.assign(new Error('statement timeout'), { code: '57014' });

test('a flush that takes too long is split until the items that do fail alone, where there are two of them', async () => {
  const places = fc.tuple(fc.integer({ min: 2, max: 500 }), fc.nat(), fc.nat());
  await fc.assert(
    fc.asyncProperty(places, async ([count, one, other]) => {
      const slow = new Set([one % count, other % count]);
      const done: number[] = [];
      let timeouts = 0;
      const add = createBatch(
        async (items: number[]) => {
          if (items.some((item) => slow.has(item))) {
            timeouts += 1;
            throw timeout();
          }
          done.push(...items);
          return items;
        },
        { max: 1_000 },
      );
      const results = await Promise.allSettled(Array.from({ length: count }, (_, i) => add(i)));
      const failed = results.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []));
      expect(failed).toEqual([...slow].sort((a, b) => a - b));
      expect(done).toHaveLength(count - slow.size);
      expect(timeouts).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(count)) + 2);
    }),
  );
});

test('where every flush takes too long, few are tried before all items are rejected', async () => {
  let flushes = 0;
  const add = createBatch(
    async (items: number[]): Promise<number[]> => {
      flushes += 1;
      throw items.length > 0 && timeout();
    },
    { max: 1_000 },
  );
  const results = await Promise.allSettled(Array.from({ length: 1_000 }, (_, i) => add(i)));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(flushes).toBeLessThanOrEqual(3 * 10 + 3);
});

test('where large flushes take too long, smaller ones follow, which grow again', async () => {
  const sizes: number[] = [];
  let most = 100;
  const add = createBatch(
    async (items: number[]) => {
      sizes.push(items.length);
      if (items.length > most) throw timeout();
      return items;
    },
    { max: 400 },
  );
  const addAll = () => Promise.all(Array.from({ length: 4_000 }, (_, i) => add(i)));
  await addAll();
  expect(sizes.filter((size) => size > most).length).toBeLessThan(sizes.length / 4);
  most = 400;
  await addAll();
  expect(sizes.at(-2)).toBe(400);
});

test('a group whose locks are not free fails as a whole, and as the only one', async () => {
  let flushes = 0;
  const add = createBatch(
    async (items: number[]) => {
      flushes += 1;
      if (items.some((item) => item % 10 === 3))
        throw Object.assign(new Error('lock timeout'), { code: '55P03' });
      return items;
    },
    { max: 1_000, groupOf: (item) => String(item % 10) },
  );
  const results = await Promise.allSettled(Array.from({ length: 500 }, (_, i) => add(i)));
  expect(results.map(({ status }) => status)).toEqual(
    results.map((_, i) => (i % 10 === 3 ? 'rejected' : 'fulfilled')),
  );
  expect(flushes).toBeLessThanOrEqual(2 * 4 + 1);
});

test.each([
  ['the database is away', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
  ['it shuts down', Object.assign(new Error('shutting down'), { code: '57P01' })],
  ['a deadlock was ended', Object.assign(new Error('deadlock'), { code: '40P01' })],
  ['the statement is wrong', Object.assign(new Error('no such column'), { code: '42703' })],
  ['nobody knows why', new Error('something else')],
])('a flush that fails because %s is not split', async (_, error) => {
  let flushes = 0;
  const add = createBatch(
    async (items: number[]): Promise<number[]> => {
      flushes += 1;
      throw items.length > 0 && error;
    },
    { max: 1_000 },
  );
  const results = await Promise.allSettled(Array.from({ length: 1_000 }, (_, i) => add(i)));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(flushes).toBe(1);
});

test('a database that becomes unavailable during a split fails the rest, without more splits', async () => {
  let flushes = 0;
  const add = createBatch(
    async (items: number[]): Promise<number[]> => {
      flushes += 1;
      if (flushes === 1) throw dataError();
      throw Object.assign(new Error(`away with ${items.length}`), { code: 'ECONNRESET' });
    },
    { max: 1_000 },
  );
  const results = await Promise.allSettled(Array.from({ length: 512 }, (_, i) => add(i)));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(flushes).toBe(3);
});

test('an item that JSON or the driver cannot encode fails alone', async () => {
  const add = createBatch(
    async (items: unknown[]) => {
      JSON.stringify(items);
      return items.map(() => 'done');
    },
    { max: 1_000 },
  );
  const results = await Promise.allSettled([add(1), add(10n), add('three')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('an item with a text that PostgreSQL cannot store never joins a flush', async () => {
  const flushes: unknown[][] = [];
  const add = createBatch(
    async (items: unknown[]) => {
      flushes.push(items);
      return items;
    },
    { max: 1_000 },
  );
  const results = await Promise.allSettled([add('one'), add({ deep: ['x\0'] }), add('three')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(flushes).toEqual([['one', 'three']]);
});
