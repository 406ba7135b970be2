type Options = {
  /** Maximum weight that runs concurrently for one caller. Heavier work runs alone. */
  perCaller: number;
  /** Maximum weight that runs concurrently in total. */
  total: number;
  /** Maximum weight that waits, for one caller and in total. */
  maxWaiting: { perCaller: number; total: number };
  /** The longest wait, in milliseconds. */
  maxWaitMs: number;
};

type Waiting = { weight: number; start: () => void };

/** The work was rejected before it began: too much work was waiting, or it has waited too long. */
export class NotDone extends Error {
  constructor(readonly why: 'full' | 'late') {
    super(`not done: ${why}`);
  }
}

/**
 * Limits the weight of costly work that runs concurrently. Waiting work starts round-robin by caller, in order within a
 * caller, so that a caller with much work does not delay the others.
 *
 * @returns a function that runs work for a caller; it rejects with `NotDone`, or as the work does
 */
export function createFairBudget({ perCaller, total, maxWaiting, maxWaitMs }: Options) {
  const running = new Map<string, number>();
  /** By caller, in round-robin order. */
  const waiting = new Map<string, Waiting[]>();
  let all = 0;
  let allWaiting = 0;
  /** Whether the next caller waits for the total. Lighter work must not overtake it. */
  let isFull = false;

  const runningOf = (caller: string) => running.get(caller) ?? 0;
  const fits = (used: number, weight: number, limit: number) =>
    used === 0 || used + weight <= limit;

  function start(caller: string, weight: number): void {
    all += weight;
    running.set(caller, runningOf(caller) + weight);
  }

  function end(caller: string, weight: number): void {
    all -= weight;
    const left = runningOf(caller) - weight;
    if (left > 0) running.set(caller, left);
    else running.delete(caller);
    startWaiting();
  }

  function startWaiting(): void {
    isFull = false;
    for (const [caller, queue] of waiting) {
      const [first] = queue;
      if (!first || !fits(runningOf(caller), first.weight, perCaller)) continue;
      if (!fits(all, first.weight, total)) {
        isFull = true;
        return;
      }
      remove(caller, first);
      // Moved to the end, so that the loop reaches it again while there is room.
      if (waiting.delete(caller) && queue.length > 0) waiting.set(caller, queue);
      start(caller, first.weight);
      first.start();
    }
  }

  function remove(caller: string, one: Waiting): void {
    const queue = waiting.get(caller);
    queue?.splice(queue.indexOf(one), 1);
    if (queue?.length === 0) waiting.delete(caller);
    allWaiting -= one.weight;
  }

  function wait(caller: string, weight: number): Promise<void> {
    const own = waiting.get(caller) ?? [];
    const ownWeight = own.reduce((sum, one) => sum + one.weight, 0);
    if (ownWeight + weight > maxWaiting.perCaller || allWaiting + weight > maxWaiting.total) {
      return Promise.reject(new NotDone('full'));
    }
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        remove(caller, one);
        startWaiting();
        reject(new NotDone('late'));
      }, maxWaitMs);
      const one: Waiting = {
        weight,
        start() {
          clearTimeout(late);
          resolve();
        },
      };
      waiting.set(caller, [...own, one]);
      allWaiting += weight;
    });
  }

  return async <T>(caller: string, weight: number, work: () => Promise<T>): Promise<T> => {
    const own = waiting.has(caller);
    const hasRoom = fits(runningOf(caller), weight, perCaller) && fits(all, weight, total);
    if (hasRoom && !own && !isFull) start(caller, weight);
    else {
      isFull ||= !own && fits(runningOf(caller), weight, perCaller);
      await wait(caller, weight);
    }
    try {
      return await work();
    } finally {
      end(caller, weight);
    }
  };
}
