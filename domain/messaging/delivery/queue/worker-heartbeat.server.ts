import { query } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { logger } from '#platform/logger.ts';
import { commitWithoutFlush } from './commit-without-flush.ts';

/** The name in which this process reserves messages. */
export const workerId = newId('wrk');

const intervalMs = 1_000;

/** Without a heartbeat for this long, what a worker has reserved is given to others: nothing of it has left. */
export const silentSeconds = 5;

const beatSql = `
  WITH ${commitWithoutFlush}
  INSERT INTO delivery_workers (id, seen_at) SELECT $1, now() FROM unflushed
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`;

const lostSql = 'SELECT id FROM delivery_workers WHERE seen_at < now() - make_interval(secs => $1)';

/** When the heartbeats began that have all been written since; null before the first and after a failed one. */
let steadySince: number | null = null;

/** Writes a heartbeat. @throws while PostgreSQL is unavailable */
export async function beat(): Promise<void> {
  await query('heartbeat', beatSql, [workerId]);
  steadySince ??= performance.now();
}

/** Writes heartbeats until it is stopped. @returns stops them */
export function startHeartbeats(): () => void {
  const next = async () => {
    try {
      await beat();
    } catch (error) {
      steadySince = null;
      logger.debug({ error }, 'heartbeat not written');
    }
  };
  void next();
  const timer = setInterval(() => void next(), intervalMs);
  return () => clearInterval(timer);
}

/** Says that this worker has ended, so that nobody waits for its silence. */
export async function sayEnded(): Promise<void> {
  await query('last-heartbeat', `UPDATE delivery_workers SET seen_at = 'epoch' WHERE id = $1`, [
    workerId,
  ]);
}

/**
 * The workers that have written no heartbeat for some time. None while this worker's own have not been written for as
 * long as a worker may be silent: after an outage of PostgreSQL others seem lost that could not write theirs either.
 */
export async function findLostWorkers(seconds: number): Promise<string[]> {
  if (steadySince === null || performance.now() - steadySince < silentSeconds * 1_000) return [];
  const rows = await query<{ id: string }>('lost-workers', lostSql, [seconds]);
  return rows.map(({ id }) => id);
}
