import { setTimeout as pause } from 'node:timers/promises';

type Persistence = {
  /** Whether an error is worth another try. */
  while: (error: unknown) => boolean;
  /** How long to go on, in milliseconds. */
  forMs: number;
  /** The pause between two tries, in milliseconds. */
  everyMs?: number;
};

/**
 * Does something again until it succeeds. It must be safe to do twice: an error may hide that it
 * was done.
 *
 * @throws the last error, when the time is over or the error is not worth another try
 */
export async function retry<T>(
  work: () => Promise<T>,
  { while: worthAnother, forMs, everyMs = 250 }: Persistence,
): Promise<T> {
  const deadline = Date.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!worthAnother(error) || Date.now() + everyMs > deadline) throw error;
      await pause(everyMs);
    }
  }
}
