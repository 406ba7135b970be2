import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

type RetryOptions = {
  /** Whether to retry after an error. */
  while: (error: unknown) => boolean;
  /** How long to retry, in milliseconds. */
  forMs: number;
  /** Delay between attempts, in milliseconds. */
  everyMs?: number;
};

/**
 * Repeats `work` until it succeeds. `work` must be idempotent, because a failed attempt may have had its effect.
 *
 * @throws the last error, if it is not retryable or the time is over
 */
export async function retry<T>(
  work: () => Promise<T>,
  { while: isRetryable, forMs, everyMs = 250 }: RetryOptions,
): Promise<T> {
  const deadline = Date.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || Date.now() + everyMs > deadline) throw error;
      await pause(everyMs);
    }
  }
}

/** Waits for `work`, but at most `limitMs` milliseconds. `work` must not reject. */
export function waitAtMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

type Options = {
  /** How long a caller waits for the result before it gets null, in milliseconds. */
  timeoutMs: number;
  /** How long a result is reused, in milliseconds. */
  ttlMs: number;
};

/**
 * Lets any number of callers share an expensive call, so that many requests cause only few calls. All callers during
 * the call, and within `ttlMs` after it, get the same result.
 *
 * @param call may reject, or never settle
 * @returns the result, or null if it failed or took too long
 */
export function coalesceCalls<Answer>(
  call: () => Promise<Answer>,
  { timeoutMs, ttlMs }: Options,
): () => Promise<Answer | null> {
  let pending: Promise<Answer | null> | undefined;
  let result: Answer | null = null;
  let freshUntil = Number.NEGATIVE_INFINITY;

  async function start(): Promise<Answer | null> {
    result = await call().catch(() => null);
    pending = undefined;
    freshUntil = performance.now() + ttlMs;
    return result;
  }

  return async () => {
    if (performance.now() < freshUntil) return result;
    pending ??= start();
    const timeout = new AbortController();
    const timedOut = pause(timeoutMs, undefined, { signal: timeout.signal })
      // Before the caller gets null, this reads the socket once more: the result may have arrived while the process was
      // blocked.
      .then(() => nextTurn(null))
      .catch(() => null);
    return await Promise.race([pending, timedOut]).finally(() => timeout.abort());
  };
}
