import { perInstance } from './instance.ts';

/** How far PostgreSQL's clock is ahead of this process's monotonic one, in milliseconds; undefined until it is known. */
const ahead = perInstance((): { ms?: number } => ({}));

/**
 * PostgreSQL's clock: the time of the last statement that returned it, plus the monotonic time since then. The clock of a
 * process may be wrong by hours or days, so decisions about shared rows must not depend on it.
 */
export const databaseClock = {
  /** Milliseconds since 1970; by this process's own clock until `set` is called. */
  now(): number {
    const { ms } = ahead();
    return ms === undefined ? Date.now() : performance.now() + ms;
  },

  /** @param now PostgreSQL's `now()` of a statement that has just ended, in milliseconds since 1970 */
  set(now: number): void {
    ahead().ms = now - performance.now();
  },
};
