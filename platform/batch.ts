import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { isDataError, isLockTimeout, isTimeLimit } from './database-errors.ts';
import { ofInstance } from './instance.ts';
import { assertStorable } from './storable-text.browser.ts';

type Waiting<In, Out> = {
  item: In;
  weight: number;
  resolve: (out: Out) => void;
  reject: (error: unknown) => void;
};

/**
 * With an interval, how many results are resolved per iteration of the event loop, so that the work that follows each of
 * them does not block other requests for as long as a whole flush takes.
 */
const resultsPerTurn = 8;

/** After a flush that took too long: by which factor the next one may be heavier than a successful one. */
const growth = 1.1;

const sumWeights = (list: { weight: number }[]) =>
  list.reduce((sum, { weight }) => sum + weight, 0);

function halve<T>(list: T[]): [T[], T[]] {
  const half = Math.ceil(list.length / 2);
  return [list.slice(0, half), list.slice(half)];
}

type Timeouts = { slow: number; locked: number };

export type BatchOptions<In> = {
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
  /**
   * Groups items that wait for the same locks, for example by account. A flush that takes too long is split between groups,
   * and a flush of a single group fails as a whole. By default each item is a group.
   */
  groupOf?: (item: In) => string;
  /**
   * How many parts of a flush may be too slow, or wait for locks too long, before no part is split again; by default enough
   * for two slow items.
   */
  maxTimeouts?: Timeouts;
};

/**
 * Groups waiting items: while one flush runs, items gather and go into the next. Each instance has its own batch.
 *
 * A single item is flushed at once, so an idle system adds no delay, and a busy one makes few, large flushes. One flush runs
 * at a time, in the order of arrival.
 *
 * The items of a flush belong to different callers, so one must not fail because of another. An item with a text that
 * PostgreSQL cannot store is rejected before it joins. A flush that fails because of its data is split in two, recursively,
 * until the invalid items fail alone: `k` invalid items of `n` take at most `2 k log2(n) + 1` flushes. A flush that exceeds
 * a time limit of PostgreSQL is split in the same way, until the slow items fail alone. If more than two are slow,
 * everything may be slow: after `maxTimeouts` such flushes no flush is split again, so at most `log2(n)` more exceed the
 * limit. The next flushes are smaller for a while. Any other failure, such as an unavailable database, rejects the whole
 * flush.
 *
 * @param flush processes the items and returns one result for each, in the same order; if it throws, it must have had no
 *   effect, because some of the items are flushed again, with `isPart`
 */
export const createBatch = <In, Out>(
  flush: Flush<In, Out>,
  options: BatchOptions<In>,
): ((item: In) => Promise<Out>) => ofInstance(() => openBatch(flush, options));

type Flush<In, Out> = (items: In[], isPart: boolean) => Promise<Out[]>;

function openBatch<In, Out>(
  flush: Flush<In, Out>,
  { max, weigh = () => 1, minIntervalMs = 0, groupOf, maxTimeouts }: BatchOptions<In>,
): (item: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = [];
  let running = false;
  let lastStart = Number.NEGATIVE_INFINITY;
  /** The maximum weight for now: less than `max` after a flush that took too long. */
  let limit = max;

  /** Removes the items of the next flush from the queue; at least one, however heavy. */
  function take(): Waiting<In, Out>[] {
    let weight = 0;
    let count = 0;
    for (const { weight: w } of waiting) {
      if (count > 0 && weight + w > limit) break;
      weight += w;
      count += 1;
    }
    const taken = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return taken;
  }

  async function settle(taken: Waiting<In, Out>[], timeouts?: Timeouts): Promise<void> {
    let results: Out[];
    try {
      results = await flush(
        taken.map(({ item }) => item),
        timeouts !== undefined,
      );
    } catch (error) {
      const enough = 2 * Math.ceil(Math.log2(taken.length)) + 2;
      const left = timeouts ?? { slow: enough, locked: enough, ...maxTimeouts };
      const halves = splitAfter(error, taken, left);
      for (const half of halves) await settle(half, left);
      if (halves.length === 0) for (const { reject } of taken) reject(error);
      return;
    }
    limit = Math.min(max, limit * growth);
    for (const [i, { resolve }] of taken.entries()) {
      if (minIntervalMs > 0 && i > 0 && i % resultsPerTurn === 0) await nextTurn();
      resolve(results[i] as Out);
    }
  }

  /** The halves to flush after a failure; empty if all items are rejected. */
  function splitAfter(error: unknown, taken: Waiting<In, Out>[], left: Timeouts) {
    if (isDataError(error)) return taken.length > 1 ? halve(taken) : [];
    if (!isTimeLimit(error)) return [];
    const kind = isLockTimeout(error) ? 'locked' : 'slow';
    left[kind] -= 1;
    // The wait for a lock does not depend on the number of items.
    if (kind === 'slow') limit = Math.max(1, sumWeights(taken) / 2);
    const groups = new Map<unknown, Waiting<In, Out>[]>();
    for (const one of taken) {
      const group = groupOf ? groupOf(one.item) : one;
      const members = groups.get(group);
      if (members) members.push(one);
      else groups.set(group, [one]);
    }
    if (left[kind] <= 0 || groups.size === 1) return [];
    return halve([...groups.values()]).map((half) => half.flat());
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
      // In the next iteration of the event loop, so that items of the same iteration are flushed together.
      if (!running) {
        running = true;
        setImmediate(() => void run());
      }
    });
}
