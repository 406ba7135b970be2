/** Timeouts that end together, so that a closed server leaves none behind. */
export type Timers = {
  /** Calls `work` after `ms`; returns a function that calls it off. */
  later(ms: number, work: () => void): () => void;
  /** Calls all of them off, and takes no more. */
  close(): void;
};

/** Makes an empty set of timers. None of them keeps the process alive. */
export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();
  let closed = false;
  return {
    later(ms, work) {
      if (closed) return () => undefined;
      const timer = setTimeout(() => {
        running.delete(timer);
        work();
      }, ms);
      timer.unref();
      running.add(timer);
      return () => {
        clearTimeout(timer);
        running.delete(timer);
      };
    },
    close() {
      closed = true;
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}
