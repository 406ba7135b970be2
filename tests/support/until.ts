import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for something to become true.
 *
 * @param look asked again and again; its first truthy answer is returned
 * @throws Error naming `what` after `limitMs`
 */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  limitMs = 20_000,
): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + limitMs; ; await pause(20)) {
    const answer = await look();
    if (answer) return answer as NonNullable<T>;
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain: ${what}`);
  }
}
