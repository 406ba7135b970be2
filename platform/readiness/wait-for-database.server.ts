import { setTimeout as pause } from 'node:timers/promises';
import { pingDatabase } from '../db.server.ts';
import { logger } from '../logger.ts';

/** Between two questions, and how long one may take, in milliseconds. */
const everyMs = 1_000;
const limitMs = 5_000;

/** Every how many questions the log says again that nothing has come of it. */
const sayEvery = 10;

/**
 * Waits, as long as it takes, until PostgreSQL answers, and says in the log why it does not: after a power cut it
 * may recover for minutes, and a process that ended meanwhile would only be started again.
 *
 * @returns false if the process began to end before
 */
export async function waitForDatabase(ending: AbortSignal): Promise<boolean> {
  for (let asked = 0; !ending.aborted; asked += 1) {
    try {
      await pingDatabase(limitMs);
      return true;
    } catch (error) {
      if (asked % sayEvery === 0) logger.warn({ error }, 'waiting for PostgreSQL');
    }
    await pause(everyMs, undefined, { signal: ending }).catch(() => undefined);
  }
  return false;
}
