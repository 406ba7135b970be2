type Options = {
  burstMs: number;
  /** The share of the elapsed time that a caller may use in the long run, such as 0.25. */
  share: number;
  /** A monotonic clock in milliseconds, which tests replace. */
  now?: () => number;
};

type Used = { ms: number; at: number };

/** Maximum number of callers that are remembered. */
const maxCallers = 10_000;

/**
 * Limits how long each caller's work may hold the event loop. Use it for work whose size the caller decides. Each process
 * counts alone.
 */
export function createTimeAllowance({ burstMs, share, now = () => performance.now() }: Options) {
  /** The used time by caller, least recently used first. */
  const used = new Map<string, Used>();

  return {
    /**
     * Counts used time.
     *
     * @returns milliseconds until the caller may use more time; 0 if immediately
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
