import type { Moment } from './growth.ts';

/**
 * How much processor time one turn of the worker's event loop may take, in ms: jobs of everybody wait
 * meanwhile. What the web may take is held against each request: see `trials/fuzz/suspects.ts`.
 */
const longestMs = 500;

/** @returns in which tenth the worker's event loop was held, a sentence each */
export function held(moments: Moment[]): string[] {
  return moments.flatMap(({ at, worker: { longestTurnMs } }) =>
    longestTurnMs !== null && longestTurnMs > longestMs
      ? [
          `A turn of the worker took ${longestTurnMs.toFixed(0)} ms of processor time, before ${at} was reached.`,
        ]
      : [],
  );
}
