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
 * How many results of a batch with an interval are resolved per event-loop iteration. Each result resumes a caller, and
 * resuming all callers of a flush at once would block other requests for too long.
 */
const resultsPerTurn = 8;

/**
 * A flush that took too long reduces the maximum weight. Each successful flush then multiplies the maximum weight by
 * this factor, up to `max`.
 */
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
   * Minimum time from the start of one flush to the start of the next, in milliseconds; 0 by default. An interval turns many
   * small flushes into few large flushes. Set it if no caller waits for the result of a single item.
   */
  minIntervalMs?: number;
  /**
   * Groups items that wait for the same locks, for example by account. If a flush takes too long, it is split between
   * groups. A flush of a single group fails as a whole. By default each item is its own group.
   */
  groupOf?: (item: In) => string;
  /**
   * After this many parts of a flush have exceeded a time limit, or have waited too long for locks, no more parts are
   * split. The default suffices for two slow items.
   */
  maxTimeouts?: Timeouts;
};

/**
 * Processes items in batches: while one flush runs, new items are collected for the next flush. Each instance has a separate
 * batch.
 *
 * If no flush is running, an item is flushed at once. So an idle system adds no delay, and a busy system makes few, large
 * flushes. Only one flush runs at a time, and items are flushed in their order of arrival.
 *
 * The items of a flush belong to different callers, so one item must not make another fail. An item with text that
 * PostgreSQL cannot store is rejected before it joins a flush. A flush that fails because of its data is split in two,
 * recursively, until the invalid items fail alone: `k` invalid items of `n` take at most `2 k log2(n) + 1` flushes. A flush
 * that exceeds a time limit of PostgreSQL is split in the same way, until the slow items fail alone. If more than two items
 * are slow, the whole database may be slow. So after `maxTimeouts` timeouts no further part is split, and at most `log2(n)`
 * more parts exceed the limit. The next flushes are then smaller for a while. After any other failure, such as an
 * unavailable database, all items of the flush are rejected.
 *
 * @param flush processes the items and returns one result for each, in the same order; if it throws, it must have had no
 *   effect, because its items may be flushed again in parts, with `isPart` true
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
  /** The current maximum weight, which is less than `max` after a flush that took too long. */
  let limit = max;

  /**
   * Removes the items of the next flush from the queue. Takes at least one item, even if this item exceeds the maximum
   * weight.
   */
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

  /**
   * Splits the items into two halves, which are flushed separately after a failure. Returns an empty list if all items must
   * be rejected.
   */
  function splitAfter(error: unknown, taken: Waiting<In, Out>[], left: Timeouts) {
    if (isDataError(error)) return taken.length > 1 ? halve(taken) : [];
    if (!isTimeLimit(error)) return [];
    const kind = isLockTimeout(error) ? 'locked' : 'slow';
    left[kind] -= 1;
    // Smaller flushes help only against slow statements: the number of items does not affect the wait for a lock.
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
      // The flush starts in the next event-loop iteration, so that it includes all items of this one.
      if (!running) {
        running = true;
        setImmediate(() => void run());
      }
    });
}
