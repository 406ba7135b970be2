import { setTimeout as pause } from 'node:timers/promises';

const patienceMs = 60_000;

/**
 * Waits for something to become true.
 *
 * @param look asked again and again; its first truthy answer is returned
 * @throws Error naming `what` after a minute
 */
export async function until<T>(what: string, look: () => Promise<T> | T): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await pause(20)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`Waited ${patienceMs / 1_000} s in vain: ${what}`);
}
