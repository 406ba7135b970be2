/** The current time, and waiting for a later one; replaceable in tests. */
export const clock = {
  now: (): Date => new Date(),
  /** Resolves after `ms` milliseconds. Browsers have this as well. */
  wait: (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
};
