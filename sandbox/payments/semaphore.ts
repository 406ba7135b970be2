/** Limits parallel work; waiting work runs first come, first served. */
export function createSemaphore(most: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;

  function release(): void {
    const next = waiting.shift();
    // The slot passes to the longest waiting work.
    if (next) next();
    else inside -= 1;
  }

  /** Runs work once a slot is free. */
  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (inside < most) inside += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      release();
    }
  };
}
