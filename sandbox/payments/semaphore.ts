/** Lets so many in at a time; the others wait, first come first. */
export function createSemaphore(most: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;

  function leave(): void {
    const next = waiting.shift();
    // Whoever waited longest takes the place over.
    if (next) next();
    else inside -= 1;
  }

  /** Does a piece of work, once there is room for it. */
  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (inside < most) inside += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
