type Options = {
  /** What a caller may use at once, in milliseconds. */
  burstMs: number;
  /** What a caller may use in the long run: 0.25 is a quarter of the time. */
  share: number;
  /** For tests. @returns milliseconds */
  now?: () => number;
};

type Used = { ms: number; at: number };

/** Callers that are remembered. */
const maxCallers = 10_000;

/**
 * Limits how long the work of each caller holds the event loop, where the caller decides how much a call costs. Counted in
 * this process alone.
 */
export function createTimeAllowance({ burstMs, share, now = () => performance.now() }: Options) {
  /** By callers; the one that used it longest ago first. */
  const used = new Map<string, Used>();

  return {
    /**
     * Counts time that was used.
     *
     * @returns milliseconds after which the caller may use more; 0 if that is now
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
