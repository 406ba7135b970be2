/**
 * Runs what is too costly to run at the same time one after the other, in the order of asking.
 *
 * @param most that may wait or run at once
 * @returns what runs a task in its turn, or answers null at once if too many wait
 */
export function createSerialQueue({ most }: { most: number }) {
  let last: Promise<unknown> = Promise.resolve();
  let present = 0;
  return async function inTurn<T>(task: () => Promise<T>): Promise<T | null> {
    if (present >= most) return null;
    present += 1;
    const mine = last.then(task).finally(() => {
      present -= 1;
    });
    // Whoever comes next waits for the end of this one, be it good or bad.
    last = mine.catch(() => undefined);
    return mine;
  };
}
