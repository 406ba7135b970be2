type Options = {
  /** Time that a caller may use in a burst, in milliseconds. */
  burstMs: number;
  /** Share of the time that a caller may use in the long run, such as 0.25. */
  share: number;
  /** For tests. @returns milliseconds */
  now?: () => number;
};

type Used = { ms: number; at: number };

/** Callers that are remembered. */
const maxCallers = 10_000;

/**
 * Limits how long the work of each caller holds the event loop, for work whose size the caller decides. Each process counts
 * alone.
 */
export function createTimeAllowance({ burstMs, share, now = () => performance.now() }: Options) {
  /** By caller; the least recently used first. */
  const used = new Map<string, Used>();

  return {
    /**
     * Counts used time.
     *
     * @returns milliseconds after which the caller may use more; 0 for at once
     */
    spend(caller: string, ms: number): number {
      const at = now();
      const before = used.get(caller);
      const left = before ? Math.max(0, before.ms - (at - before.at) * share) : 0;
      used.delete(caller);
      if (left + ms > 0) used.set(caller, { ms: left + ms, at });
      if (used.size > maxCallers) used.delete(used.keys().next().value as string);
      return Math.max(0, left + ms - burstMs) / share;
    },
  };
}
