import { setTimeout as pause } from 'node:timers/promises';
import { pingDatabase } from '../db.ts';
import { logger } from '../logger.ts';

/** Interval between attempts, and timeout of one, in milliseconds. */
const everyMs = 1_000;
const limitMs = 5_000;

/** Every tenth failure is logged. */
const logEvery = 10;

/**
 * Waits until PostgreSQL responds, however long it takes, and logs why it does not: after a power
 * cut it may recover for minutes, and exiting meanwhile would only cause restarts.
 *
 * @returns false if the process shuts down before
 */
export async function waitForDatabase(ending: AbortSignal): Promise<boolean> {
  for (let attempts = 0; !ending.aborted; attempts += 1) {
    try {
      await pingDatabase(limitMs);
      return true;
    } catch (error) {
      if (attempts % logEvery === 0) logger.warn({ error }, 'waiting for PostgreSQL');
    }
    await pause(everyMs, undefined, { signal: ending }).catch(() => undefined);
  }
  return false;
}
