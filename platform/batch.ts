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
 * With an interval, how many results are resolved per turn of the event loop: the work that follows
 * each of them must not block other requests for the length of a whole flush.
 */
const resultsPerTurn = 8;

type BatchOptions<In> = {
  /** Maximum weight of one flush. */
  max: number;
  /** The weight of an item; 1 by default. */
  weigh?: (item: In) => number;
  /**
   * Minimum time from the start of one flush to the start of the next, in milliseconds; 0 by
   * default. Where no caller waits for a single item, it makes few large flushes out of many small
   * ones.
   */
  minIntervalMs?: number;
};

/**
 * Groups waiting items: while one flush runs, items gather and go into the next.
 *
 * A single item is flushed at once, so an idle system adds no delay, and a busy one makes few, large
 * flushes. One flush runs at a time, in the order of arrival.
 *
 * The items of a flush belong to different callers, so one must not fail because of another. An item with
 * a text that PostgreSQL cannot store is rejected before it joins. A flush that fails because of its data
 * is split in two, recursively, until the invalid items fail alone: `k` invalid items of `n` take at most
 * `2 k log2(n) + 1` flushes. Any other failure, such as an unavailable database, rejects the whole flush.
 *
 * @param flush processes the items and returns one result for each, in the same order; if it throws,
 *   it must have had no effect, as some of the items are flushed again
 */
export function createBatch<In, Out>(
  flush: (items: In[]) => Promise<Out[]>,
  { max, weigh = () => 1, minIntervalMs = 0 }: BatchOptions<In>,
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = [];
  let running = false;
  let lastStart = Number.NEGATIVE_INFINITY;

  /** Removes the items of the next flush from the queue; at least one, however heavy. */
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
      if (minIntervalMs > 0 && i > 0 && i % resultsPerTurn === 0) await nextTurn();
      resolve(results[i] as Out);
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const earlyMs = lastStart + minIntervalMs - performance.now();
      if (earlyMs > 0) await pause(earlyMs);
      lastStart = performance.now();
      await settle(take());
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      assertStorable(item);
      waiting.push({ item, weight: weigh(item), resolve, reject });
      // In the next turn of the event loop, so that items of the same turn are flushed together.
      if (!running) {
        running = true;
        setImmediate(() => void run());
      }
    });
}
