import { expect, test } from 'vitest';
import { createBatch } from './batch.ts';

/** Creates a flush that records its items, and that ends when the test ends it. */
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

test('the items of one event loop iteration are flushed together, and each gets its own result', async () => {
  const { flushes, flush } = heldFlush();
  const add = createBatch(flush, { max: 100 });
  const results = Promise.all([add(1), add(2), add(3)]);
  await turn();
  expect(flushes.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  flushes[0]?.end();
  expect(await results).toEqual([10, 20, 30]);
});

test('items that arrive during a flush go into the next flush, and only one flush runs at a time', async () => {
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

test('a flush does not exceed the maximum weight, unless a single item does', async () => {
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

test('the items of a failed flush are rejected, and the next flush runs', async () => {
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

test('with an interval, flushes the first item immediately, and the following items together soon after', async () => {
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
