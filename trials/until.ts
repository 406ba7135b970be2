import { setTimeout as pause } from 'node:timers/promises';

const timeoutMs = 60_000;

/**
 * Waits for a condition.
 *
 * @param look called every 20 ms; its first truthy result is returned
 * @throws Error naming `what` after a minute
 */
export async function until<T>(what: string, look: () => Promise<T> | T): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await pause(20)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`Waited ${timeoutMs / 1_000} s for: ${what}`);
}
