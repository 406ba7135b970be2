type Options = {
  /**
   * Maximum weight of the work that runs concurrently for one caller. If a single piece of work exceeds a maximum, it runs
   * without other work.
   */
  perCaller: number;
  /** Maximum weight of all work that runs concurrently. */
  total: number;
  /** Maximum weight of waiting work, of one caller and of all callers together. */
  maxWaiting: { perCaller: number; total: number };
  /** The longest wait, in milliseconds. */
  maxWaitMs: number;
};

type Waiting = { weight: number; start: () => void };

/** Thrown when work is rejected before it begins: `full` if too much work was waiting, `late` if it waited too long. */
export class NotDone extends Error {
  constructor(readonly why: 'full' | 'late') {
    super(`not done: ${why}`);
  }
}

/**
 * Limits the weight of costly work that runs concurrently. Waiting work starts round-robin by caller, so that a caller with
 * much work does not delay others. Each caller's work starts in order.
 *
 * @returns a function that runs work for a caller. The function rejects with `NotDone`, or with the error of the work
 */
export function createFairBudget({ perCaller, total, maxWaiting, maxWaitMs }: Options) {
  const running = new Map<string, number>();
  /** The waiting work of each caller, in round-robin order. */
  const waiting = new Map<string, Waiting[]>();
  let all = 0;
  let allWaiting = 0;
  /**
   * Whether the next caller waits because the total would be exceeded. Lighter work of other callers must not overtake it.
   */
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
      // Moves the caller to the end, so that the loop reaches it again while there is room.
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
