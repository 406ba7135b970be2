/**
 * How long a slice of work holds the event loop, in milliseconds. It can be longer, because a slice ends only after the
 * current item, and the caller continues directly after the last slice.
 */
const sliceMs = 10;

const waiting: (() => void)[] = [];

/** Resumes one waiter per event-loop iteration, so that parallel batches do not add up to one long iteration. */
function resumeNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeNext);
}

/** Waits for an event-loop iteration in which no other waiter continues. */
export function waitForOwnTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeNext);
  });
}

/**
 * Limits how many callers begin a kind of work in one event-loop iteration, so that parallel requests do not make it long. A
 * limit of one would be too low: the work would take up to a fifth more processor time.
 *
 * @returns a function that resolves immediately for the first `perTurn` callers in an iteration, and in later iterations for
 *   the others
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
 * Maps items like `Array.map`, in slices of `sliceMs`, so that other requests are served in between. Use it for work whose size
 * a client decides.
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
 * Runs a generator in slices of `sliceMs`, so that other requests are served in between. The generator yields wherever it may
 * be interrupted.
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

/** Runs a generator to its end without interruption. */
export function runAtOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
