/**
 * Runs expensive tasks one after the other, in the order of the calls.
 *
 * @param max tasks that may wait or run at once
 * @returns a function that runs a task, or returns null at once if too many wait
 */
export function createSerialQueue({ max }: { max: number }) {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  return async function inTurn<T>(task: () => Promise<T>): Promise<T | null> {
    if (count >= max) return null;
    count += 1;
    const current = last.then(task).finally(() => {
      count -= 1;
    });
    // The next task waits for the end of this one, successful or not.
    last = current.catch(() => undefined);
    return current;
  };
}
