import type { Child } from '#scripts/services/child.ts';
import type { Part } from '#scripts/stack/supervise.ts';

/**
 * Creates a part that may be stopped during the run. `supervise` treats the exit of any part as a
 * failure, so `ended` does not resolve after a requested stop.
 *
 * @param stop stops the part and removes its files; called once, however often the part is stopped
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
