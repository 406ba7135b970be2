import { setTimeout as pause } from 'node:timers/promises';

type RetryOptions = {
  /** Whether to retry after an error. */
  while: (error: unknown) => boolean;
  /** How long to retry, in milliseconds. */
  forMs: number;
  /** Delay between attempts, in milliseconds. */
  everyMs?: number;
};

/**
 * Repeats `work` until it succeeds. It must be idempotent: an error may hide a success.
 *
 * @throws the last error, when the time is over or the error is not retryable
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
