/** Tells the current time, and waits until a later time. Tests can replace it. */
export const clock = {
  now: (): Date => new Date(),
  /** Resolves after `ms` milliseconds. It works in browsers too. */
  wait: (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
};
