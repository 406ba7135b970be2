import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for something to become true.
 *
 * @throws Error naming `what` after a minute
 */
export async function until(what: string, look: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await look()); await pause(50)) {
    if (Date.now() > deadline) throw new Error(`Waited a minute in vain: ${what}`);
  }
}
