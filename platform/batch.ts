import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

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
 * @param flush takes the items and returns one result for each, in the same order; if it throws,
 *   every item of that flush is rejected with the error
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

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const early = lastStart + gapMs - performance.now();
      if (early > 0) await pause(early);
      lastStart = performance.now();
      const taken = take();
      try {
        const results = await flush(taken.map(({ item }) => item));
        for (const [i, { resolve }] of taken.entries()) {
          if (gapMs > 0 && i > 0 && i % atOnce === 0) await nextTurn();
          resolve(results[i] as Out);
        }
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, weight: weigh(item), resolve, reject });
      // In the next turn of the event loop, so that items of the same turn go together.
      if (!running) {
        running = true;
        setImmediate(() => void run());
      }
    });
}
