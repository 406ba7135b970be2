import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two looks, at first, at most, and after some seconds. States that a test must not miss last longer. */
const firstPauseMs = 20;
const longestPauseMs = 60;
const latePauseMs = 120;

/** After so many milliseconds it is the time of a timeout or a retry that is waited for. */
const lateMs = 3_000;

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
  const began = Date.now();
  for (let pauseMs = firstPauseMs; ; await pause(pauseMs)) {
    const looked = look();
    const answer = await looked;
    if (answer) return answer as NonNullable<T>;
    const waitedMs = Date.now() - began;
    if (waitedMs > limitMs) throw new Error(`Waited ${limitMs} ms in vain: ${what}`);
    // Only what was promised is another value once it is there.
    if (looked !== answer)
      pauseMs = Math.min(pauseMs * 1.25, waitedMs > lateMs ? latePauseMs : longestPauseMs);
  }
}
