type Options = {
  /** How much work of one caller runs at once. */
  perCaller: number;
  /** How much work runs at once in all. */
  total: number;
  /** How much work of one caller may wait. */
  maxWaiting: number;
};

/**
 * Limits how much of a costly kind of work runs at once. What must wait is done in turns of the callers, each
 * caller's in its order, so that one who brings much does not delay the others.
 *
 * @returns runs work for a caller; null if too much of that caller's waits already
 */
export function createFairSlots({ perCaller, total, maxWaiting }: Options) {
  const running = new Map<string, number>();
  /** What starts the waiting work, by callers in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  let all = 0;

  const runningOf = (caller: string) => running.get(caller) ?? 0;

  function start(caller: string): void {
    all += 1;
    running.set(caller, runningOf(caller) + 1);
  }

  function end(caller: string): void {
    all -= 1;
    if (runningOf(caller) > 1) running.set(caller, runningOf(caller) - 1);
    else running.delete(caller);
    startWaiting();
  }

  function startWaiting(): void {
    for (const [caller, queue] of waiting) {
      if (all >= total) return;
      if (runningOf(caller) >= perCaller) continue;
      const first = queue.shift();
      // Moved behind the others. The loop comes to it again while there are free slots.
      waiting.delete(caller);
      if (queue.length > 0) waiting.set(caller, queue);
      start(caller);
      first?.();
    }
  }

  function takeSlot(caller: string): Promise<void> {
    if (all < total && runningOf(caller) < perCaller) {
      start(caller);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const queue = waiting.get(caller);
      if (queue) queue.push(resolve);
      else waiting.set(caller, [resolve]);
    });
  }

  return <T>(caller: string, work: () => Promise<T>): Promise<T> | null => {
    if ((waiting.get(caller)?.length ?? 0) >= maxWaiting) return null;
    return takeSlot(caller)
      .then(work)
      .finally(() => end(caller));
  };
}
