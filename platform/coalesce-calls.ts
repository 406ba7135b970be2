import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

type Options = {
  /** Who has no answer after so many milliseconds goes without. */
  limitMs: number;
  /** For so many milliseconds an answer is good for all who ask. */
  freshMs: number;
};

/**
 * Makes a question that costs the same however many ask it: it is asked once at a time, and its answer is shared
 * with who asked meanwhile and who asks in the moment after it. A stranger who asks thousands of times a
 * second makes it no more frequent.
 *
 * @param ask may reject, or never settle
 * @returns the answer, or null if there was none in time
 */
export function coalesceCalls<Answer>(
  ask: () => Promise<Answer>,
  { limitMs, freshMs }: Options,
): () => Promise<Answer | null> {
  let asking: Promise<Answer | null> | undefined;
  let answer: Answer | null = null;
  let freshUntil = Number.NEGATIVE_INFINITY;

  async function askOnce(): Promise<Answer | null> {
    answer = await ask().catch(() => null);
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
      .then(() => nextTurn(null))
      .catch(() => null);
    return await Promise.race([asking, late]).finally(() => inVain.abort());
  };
}
