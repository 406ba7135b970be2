import type { Child } from '#scripts/services/child.ts';
import type { Part } from '#scripts/stack/supervise.ts';

/**
 * A part that may be stopped in the middle of the run: `supervise` takes any end of a part for a
 * failure, so the end that was asked for is kept from it.
 *
 * @param stop ends the part and removes what it leaves behind; called once, however often the part
 *   is stopped
 */
export function stoppablePart(
  name: string,
  { pid, ended }: Child,
  stop: () => Promise<unknown>,
): Part {
  let stopping: Promise<unknown> | undefined;
  return {
    name,
    pid,
    ended: ended.then((ending) => (stopping ? new Promise(() => undefined) : ending)),
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}
