/** The current time, and a wait until a later time. Tests can replace this clock. */
export const clock = {
  now: (): Date => new Date(),
  /** Resolves after `ms` milliseconds. Works in browsers too. */
  wait: (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
};
