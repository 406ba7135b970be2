import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { isDataError } from './database-errors.ts';
import { assertStorable } from './storable-text.ts';

type Waiting<In, Out> = {
  item: In;
  weight: number;
  resolve: (out: Out) => void;
  reject: (error: unknown) => void;
};

/**
 * Where there is a gap, results that are given out in one turn of the event loop: what follows each
 * of them takes its time, and who waits for something else should not wait for a whole flush.
 */
const atOnce = 8;

type BatchOptions<In> = {
  /** The most weight that one flush takes. */
  max: number;
  /** What an item weighs; 1 unless told. */
  weigh?: (item: In) => number;
  /**
   * The least time from the start of one flush to the start of the next, in milliseconds; 0 unless
   * told. Where nobody waits for a single item, a gap makes few large flushes out of many small.
   */
  gapMs?: number;
};

/**
 * Groups what waits together: while one flush runs, items gather, and go in the next.
 *
 * An item alone is flushed at once, so an idle system adds no delay, and a busy one makes few,
 * large flushes. One flush runs at a time, in the order of arrival.
 *
 * The items of a flush belong to strangers, so none may fail for another's. One with a text that
 * PostgreSQL cannot store is rejected before it joins. A flush that fails because of its data is
 * split in two, and again, until the guilty items fail alone: `k` guilty of `n` take at most
 * `2 k log2(n) + 1` flushes. Any other failure, such as a database that is away, rejects the whole
 * flush: split, it would only fail `n` times.
 *
 * @param flush takes the items and returns one result for each, in the same order; if it throws,
 *   it must have done nothing, as some of the items are then flushed again
 */
export function createBatch<In, Out>(
  flush: (items: In[]) => Promise<Out[]>,
  { max, weigh = () => 1, gapMs = 0 }: BatchOptions<In>,
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = [];
  let running = false;
  let lastStart = Number.NEGATIVE_INFINITY;

  /** The items of the next flush; at least one, however heavy. */
  function take(): Waiting<In, Out>[] {
    let weight = 0;
    let count = 0;
    for (const { weight: w } of waiting) {
      if (count > 0 && weight + w > max) break;
      weight += w;
      count += 1;
    }
    const taken = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return taken;
  }

  async function settle(taken: Waiting<In, Out>[]): Promise<void> {
    let results: Out[];
    try {
      results = await flush(taken.map(({ item }) => item));
    } catch (error) {
      if (taken.length > 1 && isDataError(error)) {
        const half = Math.ceil(taken.length / 2);
        await settle(taken.slice(0, half));
        await settle(taken.slice(half));
      } else {
        for (const { reject } of taken) reject(error);
      }
      return;
    }
    for (const [i, { resolve }] of taken.entries()) {
      if (gapMs > 0 && i > 0 && i % atOnce === 0) await nextTurn();
      resolve(results[i] as Out);
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const early = lastStart + gapMs - performance.now();
      if (early > 0) await pause(early);
      lastStart = performance.now();
      await settle(take());
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      assertStorable(item);
      waiting.push({ item, weight: weigh(item), resolve, reject });
      // In the next turn of the event loop, so that items of the same turn go together.
      if (!running) {
        running = true;
        setImmediate(() => void run());
      }
    });
}
