import type { MemorySample } from './growth.ts';

/**
 * The maximum processor time of one turn of the worker's event loop, in which all its jobs wait. The web's turns
 * are compared per request in `trials/fuzz/suspects.ts`.
 */
const maxWorkerTurnMs = 500;

/** @returns a sentence for each sample in which a turn of the worker took too long */
export function findLongWorkerTurns(samples: MemorySample[]): string[] {
  return samples.flatMap(({ at, worker: { longestTurnMs } }) =>
    longestTurnMs !== null && longestTurnMs > maxWorkerTurnMs
      ? [
          `A turn of the worker took ${longestTurnMs.toFixed(0)} ms of processor time before request ${at}; the maximum is ${maxWorkerTurnMs} ms.`,
        ]
      : [],
  );
}
