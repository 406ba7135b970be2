import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBatch } from './batch.ts';

const dataError = () => Object.assign(new Error('smallint out of range'), { code: '22003' });

test('a flush that fails because of its data is split until only the invalid items fail', async () => {
  const flags = fc.oneof(
    fc.array(fc.boolean(), { minLength: 1, maxLength: 200 }),
    // Most runs have only a few invalid items among many valid ones, as in an attack.
    fc.array(
      fc.nat(99).map((n) => n === 0),
      { minLength: 100, maxLength: 300 },
    ),
  );
  // A failure prints the seed and the smallest set of invalid items found.
  await fc.assert(fc.asyncProperty(flags, splitsOff), { numRuns: 200 });
});

/** Flushes one item per flag. Items whose flag is true are invalid. */
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
  // Each valid item was flushed once, in the order of arrival.
  expect(done).toEqual(isGuilty.flatMap((guilty, i) => (guilty ? [] : [i])));
  const guilty = isGuilty.filter(Boolean).length;
  expect(flushes).toBeLessThanOrEqual(2 * guilty * Math.ceil(Math.log2(isGuilty.length)) + 1);
}

const timeout = () => Object.assign(new Error('statement timeout'), { code: '57014' });

test('a flush that takes too long because of two slow items is split until only these two items fail', async () => {
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

test('when every flush exceeds the time limit, all items are rejected after few attempts', async () => {
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

test('a flush that exceeds the time limit is followed by smaller flushes, which grow again', async () => {
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

test('if the locks of a group are not free, all items of this group fail, and the items of other groups succeed', async () => {
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
  ['the database is unavailable', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
  ['it shuts down', Object.assign(new Error('shutting down'), { code: '57P01' })],
  ['a deadlock was ended', Object.assign(new Error('deadlock'), { code: '40P01' })],
  ['the statement is wrong', Object.assign(new Error('no such column'), { code: '42703' })],
  ['the reason is unknown', new Error('something else')],
])('a flush is not split if it fails because %s', async (_, error) => {
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

test('if the database becomes unavailable during a split, the remaining items are rejected without more splits', async () => {
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

test('if JSON or the driver cannot encode an item, only this item fails', async () => {
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
