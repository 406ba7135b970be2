/**
 * How long a slice of work holds the event loop, in milliseconds. A slice ends after the current
 * item; the work after the last slice adds to it.
 */
const sliceMs = 10;

const waiting: (() => void)[] = [];

/**
 * Resumes one waiter per turn of the event loop, so that parallel batches do not add up to one long
 * turn.
 */
function resumeNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeNext);
}

/** Waits for a turn of the event loop that is shared with no other waiter. */
export function waitForOwnTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeNext);
  });
}

/**
 * Maps items like `Array.map`, in slices of `sliceMs`, so that other requests are served in
 * between. For work whose size a caller decides.
 */
export async function mapInSlices<In, Out>(
  items: readonly In[],
  map: (item: In, index: number) => Out,
): Promise<Out[]> {
  const mapped: Out[] = [];
  let until = Number.NEGATIVE_INFINITY;
  for (const [index, item] of items.entries()) {
    if (performance.now() >= until) {
      await waitForOwnTurn();
      until = performance.now() + sliceMs;
    }
    mapped.push(map(item, index));
  }
  return mapped;
}
