import { setTimeout as pause } from 'node:timers/promises';

/**
 * The pause between two checks, in milliseconds: the first pause, the longest pause, and the longest pause after
 * `lateMs`. A state that a test must see lasts longer than a pause.
 */
const firstPauseMs = 20;
const longestPauseMs = 60;
const latePauseMs = 120;

/** After this many milliseconds the test is probably waiting for a timeout or a retry. */
const lateMs = 3_000;

/**
 * Waits until a check succeeds.
 *
 * The interval of asynchronous checks grows: each queries a database or a web server, and so takes processor time from the
 * awaited work. Synchronous checks run every 20 ms.
 *
 * @param look the check; its first truthy result is returned
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
    // The pause grows only if `look` returned a promise, in which case `looked` and `answer` differ.
    if (looked !== answer)
      pauseMs = Math.min(pauseMs * 1.25, waitedMs > lateMs ? latePauseMs : longestPauseMs);
  }
}
