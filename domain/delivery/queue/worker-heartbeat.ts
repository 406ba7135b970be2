import { setTimeout as pause } from 'node:timers/promises';
import { databaseClock } from '#platform/database-clock.ts';
import { commitWithoutFlush, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { silentSeconds } from '../settings.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    wrk: 'delivery_workers';
  }
}

/** The id with which this worker reserves messages. */
export const workerId = perInstance(() => newId('wrk'));

/**
 * Seconds between two heartbeats. If twice as many seconds pass between two heartbeats, the worker's heartbeats are not steady.
 */
const everySeconds = 1;

const heartbeatSql = `
  WITH ${commitWithoutFlush}
  INSERT INTO delivery_workers AS w (id, seen_at, steady_since) SELECT $1, now(), now() FROM unflushed
  ON CONFLICT (id) DO UPDATE SET seen_at = now(),
    steady_since = CASE WHEN w.seen_at < now() - make_interval(secs => $2) THEN now() ELSE w.steady_since END
  RETURNING (
    SELECT count(*) FROM delivery_workers WHERE id <> $1 AND seen_at > now() - make_interval(secs => $3)) AS others,
    (extract(epoch FROM now()) * 1000)::float8 AS now`;

/** Number of other workers at the last heartbeat. */
const others = perInstance(() => ({ count: 0 }));

/** Number of running workers: this worker, and all others with a heartbeat in the last five seconds. */
export const countWorkers = (): number => others().count + 1;

/** Writes a heartbeat, and sets `databaseClock` to the time that PostgreSQL returns. */
export async function writeHeartbeat(): Promise<void> {
  const values = [workerId(), everySeconds * 2, silentSeconds];
  const [row] = await query<{ others: number; now: number }>('heartbeat', heartbeatSql, values);
  if (row) databaseClock.set(row.now);
  others().count = row?.others ?? 0;
}

/** Writes heartbeats repeatedly. @returns a function that stops them */
export function startHeartbeats(): () => void {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await writeHeartbeat().catch((error) => logger.debug({ error }, 'heartbeat not written'));
      await pause(everySeconds * 1_000, undefined, { ref: false });
    }
  };
  void run();
  return () => stopping.abort();
}

/** Records that this worker has ended, so that its reservations are released at once and not after five seconds. */
export async function writeLastHeartbeat(): Promise<void> {
  await query('last-heartbeat', `UPDATE delivery_workers SET seen_at = 'epoch' WHERE id = $1`, [
    workerId(),
  ]);
}

const lostSql = `
  SELECT w.id FROM delivery_workers AS w, delivery_workers AS own
  WHERE w.id <> own.id AND w.seen_at < now() - make_interval(secs => $2)
    AND own.id = $1 AND own.seen_at > now() - make_interval(secs => $3)
    AND own.steady_since < now() - make_interval(secs => $4)`;

/**
 * Finds the other workers that have written no heartbeat for this number of seconds. The list is empty until this worker's own
 * heartbeats have been steady for five seconds: after an outage of PostgreSQL, running workers seem lost because they could not
 * write heartbeats either.
 */
export async function findLostWorkers(seconds: number): Promise<string[]> {
  const values = [workerId(), seconds, everySeconds * 2, silentSeconds];
  return (await query<{ id: string }>('lost-workers', lostSql, values)).map(({ id }) => id);
}

/**
 * Whether this worker has the smallest id of all running workers. This worker does the tasks that must not run on several
 * workers.
 */
export async function isFirstWorker(): Promise<boolean> {
  const [first] = await query<{ id: string | null }>(
    'first-worker',
    'SELECT min(id) AS id FROM delivery_workers WHERE seen_at > now() - make_interval(secs => $1)',
    [silentSeconds],
  );
  return first?.id === workerId();
}
