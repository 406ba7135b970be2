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
