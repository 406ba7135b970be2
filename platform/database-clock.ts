/** How far PostgreSQL's clock is ahead of this process's monotonic one, in milliseconds. */
let aheadMs: number | undefined;

/**
 * PostgreSQL's clock as of the last statement that returned it, carried on by a clock that no administrator sets. That of a process
 * may be wrong by hours or days: what is decided for rows of all processes must not depend on it.
 */
export const databaseClock = {
  /** Milliseconds since 1970; by this process's own clock until `set` is called. */
  now: (): number => (aheadMs === undefined ? Date.now() : performance.now() + aheadMs),

  /** @param now PostgreSQL's `now()` of a statement that has just ended, in milliseconds since 1970 */
  set(now: number): void {
    aheadMs = now - performance.now();
  },
};
