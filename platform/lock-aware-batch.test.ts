import { expect, test } from 'vitest';
import { createLockAwareBatch } from './lock-aware-batch.ts';

type Item = { group: string; no: number };

const lockTimeout = () => Object.assign(new Error('lock timeout'), { code: '55P03' });
/** Waits for some iterations of the event loop, because a flush takes a few. */
async function turns(): Promise<void> {
  for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Creates a flush in which some groups are locked. Shared flushes with these groups fail. Separate flushes of a locked group
 * last until its locks are free.
 *
 * @param isFound whether `findLocked` reports the locked groups
 */
function lockedFlush(isFound: boolean, ...groups: string[]) {
  const locked = new Set(groups);
  const findLocked = async (asked: string[]) =>
    new Set(isFound ? asked.filter((group) => locked.has(group)) : []);
  const flushes: string[][] = [];
  const held: { free: () => void; fail: () => void }[] = [];
  const flush = async (items: Item[], lockWaitMs: number) => {
    flushes.push(items.map(({ group, no }) => `${group}${no}`));
    if (items.some(({ group }) => locked.has(group))) {
      if (lockWaitMs < 1_000) throw lockTimeout();
      await new Promise<void>((resolve, reject) => {
        held.push({ free: resolve, fail: () => reject(lockTimeout()) });
      });
    }
    return items.map(({ no }) => no);
  };
  const add = createLockAwareBatch(flush, { max: 100, groupOf: ({ group }) => group, findLocked });
  return { flushes, held, add: (group: string, no: number) => add({ group, no }) };
}

test.each([true, false])(
  'a group that waits for a lock does not delay other groups, and later items of the group wait too (lock found: %s)',
  async (isFound) => {
    const { flushes, held, add } = lockedFlush(isFound, 'a');
    const first = [add('a', 1), add('b', 2), add('a', 3), add('c', 4)];
    expect(await Promise.all([first[1], first[3]])).toEqual([2, 4]);
    await turns();
    expect(held).toHaveLength(1);
    const later = [add('a', 5), add('a', 6)];
    expect(await add('b', 7)).toBe(7);
    expect(flushes.slice(-2)).toEqual([['a1', 'a3'], ['b7']]);
    held[0]?.free();
    expect(await Promise.all([first[0], first[2]])).toEqual([1, 3]);
    await turns();
    held[1]?.free();
    expect(await Promise.all(later)).toEqual([5, 6]);
    expect(flushes.at(-1)).toEqual(['a5', 'a6']);
  },
);

test.each([true, false])(
  'at most three of many locked groups wait in PostgreSQL at once (lock found: %s)',
  async (isFound) => {
    const groups = Array.from({ length: 8 }, (_, i) => `g${i}/`);
    const { held, add } = lockedFlush(isFound, ...groups);
    const results = groups.map((group, i) => add(group, i));
    expect(await add('free', 9)).toBe(9);
    for (let ended = 0; ended < groups.length; ended += 1) {
      await turns();
      expect(held.length).toBeLessThanOrEqual(ended + 3);
      held[ended]?.free();
    }
    expect(await Promise.all(results)).toEqual(groups.map((_, i) => i));
  },
);

test('if the lock of a group is not free in time, all items of the group fail, and later items are flushed separately from other groups', async () => {
  const { flushes, held, add } = lockedFlush(true, 'a');
  const results = Promise.allSettled([add('a', 1), add('a', 2)]);
  await turns();
  held[0]?.fail();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = add('a', 3);
  await turns();
  held[1]?.free();
  expect(await again).toBe(3);
  expect(flushes).toEqual([['a1', 'a2'], ['a1', 'a2'], ['a3']]);
});
