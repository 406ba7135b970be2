/**
 * How long work holds the event loop before others have their turn, in milliseconds. A slice ends
 * after the item that is under way, and what follows the last slice adds to it.
 */
const sliceMs = 10;

const waiting: (() => void)[] = [];

/** Of all who wait, one goes on in each turn of the event loop: ten batches do not add up to one long turn. */
function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Waits for a turn of the event loop in which nobody else goes on who waited here. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

/**
 * Maps items as `Array.map` does, in slices of `sliceMs`, so that everybody else is answered in
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
      await ownTurn();
      until = performance.now() + sliceMs;
    }
    mapped.push(map(item, index));
  }
  return mapped;
}
