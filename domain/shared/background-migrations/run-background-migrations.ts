import { setTimeout as pause } from 'node:timers/promises';
import { prisma } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import type { BackgroundMigration } from './contract.ts';
import { type Outcome, runNextBatch } from './run-next-batch.ts';

/** How often to look whether a batch is due, in milliseconds, while none is under way here. */
const idleMs = 5_000;

/** After the pause of a batch, which is as long as it took, until the next one is due for certain. */
const marginMs = 50;

/** Rows of the first batch; the next ones depend on how long it took. */
const firstLimit = 100;

/**
 * Runs the batches of background migrations one after the other until it is closed. Every worker does it; the table
 * makes sure that one batch of a migration runs at a time.
 */
export function startBackgroundMigrations(migrations: readonly BackgroundMigration[]) {
  const stopping = new AbortController();
  const run = async () => {
    let limit = firstLimit;
    while (!stopping.signal.aborted) {
      const outcome = await runNextBatch(migrations, limit).catch((error) => {
        logger.debug({ error }, 'background migrations could not be read');
        return null;
      });
      if (outcome) limit = nextLimit(limit, outcome);
      const pauseMs = outcome?.result === 'done' ? outcome.ms + marginMs : idleMs;
      // Rejects when it is stopped, which is what it waits for then.
      await pause(pauseMs, undefined, {
        signal: stopping.signal,
        ref: false,
      }).catch(() => undefined);
    }
  };
  const ended = run();
  return {
    name: 'background migrations',
    /** Ends it, after the batch that is under way. */
    async close(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}

/** Batches hold the locks of their rows for a quarter of a second or so. */
export function nextLimit(limit: number, { result, ms }: Outcome): number {
  if (result === 'failed') return Math.max(1, Math.floor(limit / 4));
  if (result === 'nothing') return limit;
  if (ms < 100) return Math.min(5_000, limit * 2);
  return ms > 400 ? Math.max(1, Math.floor(limit / 2)) : limit;
}

/** The progress of all background migrations that ever began or are about to. */
export async function listBackgroundMigrations() {
  return await prisma.backgroundMigration.findMany({ orderBy: { id: 'asc' } });
}
