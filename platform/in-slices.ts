/**
 * How long a slice of work holds the event loop, in milliseconds. A slice ends after the current
 * item; the work after the last slice adds to it.
 */
const sliceMs = 10;

const waiting: (() => void)[] = [];

/** Resumes one waiter per iteration of the event loop, so that parallel batches do not add up to one long iteration. */
function resumeNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeNext);
}

/** Waits for an iteration of the event loop that no other waiter shares. */
export function waitForOwnTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeNext);
  });
}

/**
 * Limits how much work of one kind begins in an iteration of the event loop, so that parallel requests do not add up to a
 * long one. One iteration for each piece of work would cost up to a fifth more processor time.
 *
 * @returns resolves at once for the first `perTurn` callers of an iteration, and for the others in later iterations
 */
export function limitPerTurn(perTurn: number): () => Promise<void> {
  const late: (() => void)[] = [];
  let begun = 0;
  function endTurn(): void {
    begun = 0;
    for (const resume of late.splice(0, perTurn)) {
      begun += 1;
      resume();
    }
    if (begun > 0) setImmediate(endTurn);
  }
  return async () => {
    if (begun >= perTurn) return new Promise((resolve) => late.push(resolve));
    begun += 1;
    if (begun === 1) setImmediate(endTurn);
  };
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

/**
 * Runs work that yields wherever it may be interrupted, in slices of `sliceMs`, so that other requests are served in
 * between.
 *
 * @returns the result of the work
 */
export async function runInSlices<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    await waitForOwnTurn();
    const until = performance.now() + sliceMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
  }
}

/** Runs work that yields, without interruption. */
export function runAtOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
