import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

type CheckOptions = {
  /** Who has no answer after so many milliseconds takes it for a no. */
  limitMs: number;
  /** For so many milliseconds an answer is good for all who ask. */
  freshMs: number;
};

/**
 * Makes a check that costs the same however many ask: one is under way at a time, and its answer is shared
 * with who asked meanwhile and who asks in the moment after it. A stranger who asks thousands of times a
 * second makes it no more frequent.
 *
 * @param ask rejects if the answer is no
 * @returns whether the answer was yes, in time
 */
export function createSharedCheck(
  ask: () => Promise<unknown>,
  { limitMs, freshMs }: CheckOptions,
): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  let answer = false;
  let freshUntil = Number.NEGATIVE_INFINITY;

  async function askOnce(): Promise<boolean> {
    answer = await ask().then(
      () => true,
      () => false,
    );
    asking = undefined;
    freshUntil = performance.now() + freshMs;
    return answer;
  }

  return async () => {
    if (performance.now() < freshUntil) return answer;
    asking ??= askOnce();
    const inVain = new AbortController();
    const late = pause(limitMs, undefined, { signal: inVain.signal })
      // The answer may have come while this process was held up: first let the socket be read.
      .then(() => nextTurn(false))
      .catch(() => false);
    return await Promise.race([asking, late]).finally(() => inVain.abort());
  };
}
