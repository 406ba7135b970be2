import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two looks, at first and at most. States that a test must not miss last longer. */
const firstPauseMs = 20;
const longestPauseMs = 60;

/**
 * Waits for something to become true.
 *
 * What asks a database or a web is asked ever more seldom, as each time costs processor time that what is waited for needs;
 * what looks into this process alone is asked every 20 ms.
 *
 * @param look asked again and again; its first truthy answer is returned
 * @throws Error naming `what` after `limitMs`
 */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  limitMs = 20_000,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + limitMs;
  for (let pauseMs = firstPauseMs; ; await pause(pauseMs)) {
    const looked = look();
    const answer = await looked;
    if (answer) return answer as NonNullable<T>;
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain: ${what}`);
    // Only what was promised is another value once it is there.
    if (looked !== answer) pauseMs = Math.min(pauseMs * 1.25, longestPauseMs);
  }
}
