/** Timeouts that are cancelled together when a server closes. */
export type Timers = {
  /** Calls `work` after `ms`; returns a function that cancels it. */
  later(ms: number, work: () => void): () => void;
  /** Cancels all of them, and accepts no more. */
  close(): void;
};

/** Creates an empty set of timers. They do not keep the process alive. */
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
