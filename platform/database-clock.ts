import { perInstance } from './instance.ts';

/** How far PostgreSQL's clock is ahead of this process's monotonic clock, in milliseconds; undefined until it is known. */
const ahead = perInstance((): { ms?: number } => ({}));

/**
 * PostgreSQL's clock: the time that the latest statement returned, plus the monotonic time since then. A process's own clock
 * can be wrong by hours or days, so decisions about shared rows must not depend on it.
 */
export const databaseClock = {
  /** Returns milliseconds since 1970. Until `set` is called, uses the clock of this process. */
  now(): number {
    const { ms } = ahead();
    return ms === undefined ? Date.now() : performance.now() + ms;
  },

  /** @param now PostgreSQL's `now()` from a statement that has just ended, in milliseconds since 1970 */
  set(now: number): void {
    ahead().ms = now - performance.now();
  },
};
